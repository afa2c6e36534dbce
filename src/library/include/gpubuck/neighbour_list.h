// Finds the pairs of points within a cut-off, in open space or in any periodic cell: triclinic,
// flat, smaller than the cut-off.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "gpubuck/box.h"
#include "gpubuck/context.h"
#include "gpubuck/sort.h"
// In the same folder when installed, in src/ when built.
#include "pairs/pair_table.h"

// Exported by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

using pairs::Cell;
using pairs::PairOrder;
using pairs::PairQuantities;
using pairs::PairTable;
using pairs::Within;

struct NeighbourListOptions {
  /// Both (i, j, S) and (j, i, -S), or each such pair once. Of the two, a half list has the one
  /// with i < j; of a point and its own images, the one with S_0 + S_1 + S_2 > 0 or, where the sum
  /// is 0, with S_2 > 0 or, where that is 0, too, with S_1 > 0. These are vesin's.
  bool full = true;
  PairOrder order = PairOrder::ByBoth;
  Within within = Within::LessThan;
  /// The cells that are searched, with the names of the command line: cells27, cells-per-cutoff=K
  /// with K 1..4, octant=FACTOR with FACTOR >= 2. The pairs are the same.
  std::string search = "cells27";
  /// The sort of the points into cells. The pairs are the same; Algorithm::Auto is Bitonic on the
  /// engine Paper and Counting on Fast.
  SortSettings sort{};
};

/// Finds pairs. What it has compiled and allocated it keeps for the next call. A call with moved
/// points, or in another cell, compiles nothing unless the stretch of space that the points fill
/// has become several times as long or as short, and allocates textures only for more points.
class NeighbourList {
 public:
  /// Throws InputError for a cut-off that is not a positive length, and for an unknown search.
  NeighbourList(const Context& context, double cutoff, const NeighbourListOptions& options = {});
  NeighbourList(NeighbourList&& other) noexcept;
  NeighbourList& operator=(NeighbourList&& other) noexcept;
  ~NeighbourList();

  /// All pairs (i, j, S) of points nearer than the cut-off: every image of j counts, however many
  /// sides away, and so do a point's own images. There may be as many as fit into main memory.
  ///
  /// In two dimensions let z of all points be the same, and the third side be open. Throws
  /// InputError for a point that is not finite or more than 2^29 cells away from the origin, for
  /// periodic sides without volume, and for more than 16,777,215 points with their images within
  /// the cut-off of the cell; RunError for pairs that main memory is too small for, once they are
  /// counted.
  ///
  /// Calls `between`, if it is given, every now and then on the calling thread, many times a second
  /// but for single passes that take longer. What it throws ends the search and comes out of this
  /// call; the list can be used again. It must not call gpubuck.
  PairTable find(std::span<const Point> points, const Cell& cell = {},
                 const PairQuantities& quantities = {}, const std::function<void()>& between = {});

  /// The same between two sets: i is one of `points`, j one of `others`. All such pairs are found,
  /// even with a half list, those of two points in the same place, too.
  PairTable findBetween(std::span<const Point> points, std::span<const Point> others,
                        const Cell& cell = {}, const PairQuantities& quantities = {},
                        const std::function<void()>& between = {});

  double cutoff() const;
  const NeighbourListOptions& options() const;

 private:
  struct Search;

  std::unique_ptr<Search> search_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
