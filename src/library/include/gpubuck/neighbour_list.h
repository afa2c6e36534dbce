// Finds the pairs of points within a cut-off, in open space or in any periodic cell, which may be
// triclinic, flat, or smaller than the cut-off.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "gpubuck/box.h"
#include "gpubuck/context.h"
#include "gpubuck/sort.h"
// After installation, the next header is below this folder; during a build, it is in src/.
#include "pairs/pair_table.h"

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

using pairs::Cell;
using pairs::Clusters;
using pairs::clustersOf;
using pairs::Column;
using pairs::copyNumbers;
using pairs::kProcessorPoints;
using pairs::PairOrder;
using pairs::PairQuantities;
using pairs::PairTable;
using pairs::TypeCutoffs;
using pairs::Within;

struct NeighbourListOptions {
  /// If true, the list is full and has both (i, j, S) and (j, i, -S). Otherwise it is a half list
  /// and has one of the two, as in vesin: the pair with i < j. For a point and its own images it
  /// has the pair with S_0 + S_1 + S_2 > 0; if the sum is 0, the pair with S_2 > 0; if S_2 is 0,
  /// too, the pair with S_1 > 0.
  bool full = true;
  PairOrder order = PairOrder::ByBoth;
  Within within = Within::LessThan;
  /// The cells that are searched, by their names on the command line: cells27, cells-per-cutoff=K
  /// with K 1..4, or octant=FACTOR with FACTOR >= 2. The result does not depend on the cells.
  std::string search = "cells27";
  /// If true, a search on the GPU visits half of the cells that `search` names, 14 of 27, and tests
  /// each distance from one end only, as the paper does. The result has the same pairs. Not allowed
  /// with octant=FACTOR.
  bool halfCells = false;
  /// The sort of the points into cells, on which the result does not depend. Algorithm::Auto is
  /// Bitonic on the engine Paper and Counting on Fast.
  SortSettings sort{};
  /// Maximum number of threads of a search on the processor; 0 stands for a thread per core. The
  /// result does not depend on this number.
  int threads = 0;
  /// If above 0, find() keeps a list of the pairs within cutoff + skin. It searches again only when
  /// a point has moved by half of the skin, or when the number of points or the cell has changed.
  /// Until then it selects pairs from the kept list by the distances of the present points. The
  /// result is the same as without a skin.
  double skin = 0.0;
};

/// Finds pairs on a GPU or on the processor, with the same result bit for bit unless their order is
/// PairOrder::Any. The choice depends on the number of points, never on a measurement of time. With
/// Engine::Auto, the processor searches up to kProcessorPoints points, or any number if the context
/// has a software renderer. With a context made with Engine::Fast or Engine::Paper, the GPU
/// searches any number of points.
///
/// A list with a context keeps compiled shaders and allocated memory for the next call. A call with
/// moved points or another cell compiles shaders only if the extent of the points has become
/// several times larger or smaller, and allocates textures only if there are more points.
class NeighbourList {
 public:
  /// Makes a list that always searches on the processor and needs no OpenGL. Several threads may
  /// use it at the same time, and so may child processes made by fork(). Throws InputError for a
  /// cut-off that is not a positive length, a negative number of threads, a negative skin, an
  /// unknown search, and for `halfCells` with a search by octant.
  explicit NeighbourList(double cutoff, const NeighbourListOptions& options = {});
  /// Makes a list that may search on the GPU of the context. Throws the errors of the other
  /// constructor.
  NeighbourList(const Context& context, double cutoff, const NeighbourListOptions& options = {});
  NeighbourList(NeighbourList&& other) noexcept;
  NeighbourList& operator=(NeighbourList&& other) noexcept;
  ~NeighbourList();

  /// Returns all pairs (i, j, S) of points nearer than the cut-off. Every image of j counts,
  /// however many sides away it is, and so do the images of i itself. There may be as many pairs as
  /// fit into main memory.
  ///
  /// In two dimensions the z of all points must be the same and the third side must be open. Throws
  /// InputError for a point that is not finite or more than 2^29 cells away from the origin, for
  /// periodic sides without volume, and for more than 16,777,215 points. This number includes the
  /// images that are nearer to the cell than the cut-off. Throws RunError if the pairs do not fit
  /// into main memory, as soon as they have been counted.
  ///
  /// Calls `between`, if given, on the calling thread, many times per second. `between` is not
  /// called while a pass runs, even if the pass takes long. If `between` throws, the call ends with
  /// this exception. The list can then be used again. `between` must not call gpubuck.
  PairTable find(std::span<const Point> points, const Cell& cell = {},
                 const PairQuantities& quantities = {}, const std::function<void()>& between = {});

  /// Returns the pairs between two sets: i is one of `points`, j one of `others`. A half list also
  /// finds all of these pairs. Two points in the same place are a pair, too. Throws InputError for
  /// a list with a skin, since it can keep only the pairs of one set. Throws InputError for a list
  /// with `halfCells`, since the search tests each pair of two sets from one end only anyway.
  PairTable findBetween(std::span<const Point> points, std::span<const Point> others,
                        const Cell& cell = {}, const PairQuantities& quantities = {},
                        const std::function<void()>& between = {});

  /// Returns the pairs within each of several systems; there are no pairs between systems. System b
  /// has any number of points, starts[b] .. starts[b + 1] - 1, and the cell cells[b]. Points are
  /// numbered through all systems. With every PairOrder, the rows of a system come before the rows
  /// of the next system. The search runs on the processor, which searches several systems at the
  /// same time.
  ///
  /// Throws the errors of find(), with the number of the system. Throws InputError for a list with
  /// a skin and for wrong starts. There must be one start more than there are cells, and starts
  /// must ascend from 0 to the number of points.
  PairTable findInSystems(std::span<const Point> points, std::span<const std::int64_t> starts,
                          std::span<const Cell> cells, const PairQuantities& quantities = {},
                          const std::function<void()>& between = {});

  /// Returns whether find() searches `points` points (of both sets together) on the processor.
  /// During such a search `between` is called less often.
  bool isOnProcessor(std::int64_t points) const;

  /// Returns the number of searches by find(). Selecting pairs from a kept list is not a search.
  std::int64_t searches() const;

  double cutoff() const;
  const NeighbourListOptions& options() const;

 private:
  struct Search;

  std::unique_ptr<Search> search_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
