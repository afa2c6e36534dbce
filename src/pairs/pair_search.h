// Finds the pairs of points in any periodic cell on the GPU. The result is exact in double
// precision.
#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <vector>

#include "pairs/pair_columns.h"
#include "pairs/pair_list.h"
#include "pairs/pair_rule.h"
#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"
#include "pairs/point_layout.h"
#include "texel/device.h"

namespace gpubuck::pairs {

/// Searches for pairs, any number of times. The points are wrapped into the cell, and their images
/// within reach become points of their own, so that the GPU finds pairs in open space for any cell.
/// The GPU compares floats. If a distance is so near to the radius that the rounding of floats or
/// of images could matter, PairRule decides, from the coordinates as they were given.
class PairSearch {
 public:
  using Points = PeriodicImages::Points;

  /// Throws InputError for a radius that is not a length, and for `halfCells` with a search by
  /// octant.
  PairSearch(const texel::Device& device, const PairSettings& settings);

  /// Finds the pairs between the points and the others, or between the points themselves if no
  /// others are given. Throws the errors of Lattice and PeriodicImages, InputError for others
  /// together with `halfCells`, and RunError if there is not enough memory for the pairs. Calls
  /// `report` between parts of the work. If `report` throws, the search ends with this exception;
  /// this does not affect the next search.
  PairTable find(Points points, std::optional<Points> others, const Cell& cell,
                 const PairQuantities& quantities, const Report& report = {});

  const PairSettings& settings() const { return settings_; }
  /// Returns the number of candidates of the last search that floats could not decide. Doubles have
  /// decided whether these candidates are pairs.
  std::int64_t ambiguous() const { return ambiguous_; }
  /// Returns the number of potential pairs of the last search (PairList::potential), in which every
  /// image counts as a point.
  std::int64_t potential();

 private:
  /// Makes room on the GPU for `places` places on the grid of the layout, unless there is enough.
  void makeRoom(std::int64_t places, ListKind kind);
  /// Writes the places to the arrays that the shaders read.
  void layOut(ListKind kind);
  void upload();
  /// Lists possible pairs on the GPU, and keeps the actual pairs.
  ListedPairs list(const PairSource& source, const PairQuantities& quantities,
                   const Report& report);
  /// Throws if `slots` slots exceed the memory limit. All memory that these slots take until the
  /// caller has the table counts towards the limit.
  void requireRoom(std::int64_t slots, const PairQuantities& quantities);
  /// Keeps the slots that are pairs. `lists` are lists over half of the cells; the result has the
  /// lists of a search of all cells.
  ListedPairs regroup(PairList::Lists&& lists, const PairSource& source, const ShareDone& progress);
  /// Keeps the slots of a list whose places form pairs with the list's point. Returns the number of
  /// slots that floats could not decide.
  std::int64_t keep(std::int64_t list, std::span<const std::uint32_t> slots,
                    const PairSource& source, ListedPairs& listed) const;
  /// Returns whether a place near a point belongs into the point's list if lists are of this kind.
  /// The GPU treats an image as a point with a higher number than any point.
  bool isInList(std::int64_t point, std::int64_t place, ListKind kind) const;
  /// Returns whether a point and a place are a pair. Used where floats could not decide. Computes
  /// in doubles.
  bool isPair(std::int64_t point, std::int64_t place, const PairSource& source) const;
  /// Returns the number of pairs in `rows` rows of lists of this kind. There may be two rows per
  /// pair.
  std::int64_t pairsOf(std::int64_t rows, ListKind kind) const;

  const texel::Device* device_;
  PairSettings settings_;
  PeriodicImages images_;
  SteadyLayout layout_;
  // Objects on the GPU, with room for room_ places.
  std::int64_t room_ = 0;
  ListKind kind_ = ListKind::Full;
  std::optional<PairList> list_;
  std::optional<texel::Vec4Array> position_;
  std::optional<texel::UInt4Array> tile_;
  std::vector<glm::vec4> positions_;
  std::vector<glm::uvec4> tiles_;
  std::int64_t ambiguous_ = 0;
  bool wasListed_ = false;  ///< whether the last search needed the GPU
};

/// The numbers of neighbours of points.
struct NeighbourCounts {
  std::int64_t pairs = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
  double mean = 0.0;
};
/// Counts the neighbours in a table with offsets, including images. With `isBetween`, counts them
/// for the points of the first of two sets. All counts are 0 if there are no points.
NeighbourCounts countsOf(const PairTable& table, ListKind kind, bool isBetween = false);

}  // namespace gpubuck::pairs
