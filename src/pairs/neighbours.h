// The neighbours of a user's points: found on the GPU, exact in double precision.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cells/box.h"
#include "cells/method.h"
#include "pairs/pair_list.h"
#include "pairs/point_layout.h"
#include "sort/settings.h"
#include "texel/device.h"

namespace gpubuck::pairs {

/// Which points are neighbours.
struct NeighbourSettings {
  double radius = 1.0;  ///< pairs at a distance <= radius are neighbours
  /// The box of the points. None: anywhere, without periodic sides. Points beyond a periodic side
  /// are wrapped back; no point may be beyond another side.
  std::optional<cells::Box> box{};
  ListKind kind = ListKind::Half;
  cells::Method method{};
  sort::Settings sort{};   ///< Auto as sort::resolve has it for ranges
  std::int64_t cells = 0;  ///< the most there may be, in round numbers; 0: 4 for each point
  /// The most bytes of main memory that the lists may take; 0: all that is free (freeMemory).
  std::int64_t memory = 0;
};

/// Lists of points as compressed sparse rows (CSR): those of point i are ids[offsets[i]] ..
/// ids[offsets[i + 1] - 1], by rising number. With ListKind::Half these are the pairs (i, j), i <
/// j, sorted by i, then j.
struct NeighbourList {
  std::vector<std::int64_t> offsets;  ///< one more than there are points
  std::vector<std::int32_t> ids;
  /// Entries that floats left open and doubles decided, for or against.
  std::int64_t ambiguous = 0;
  ListKind kind = ListKind::Half;

  std::span<const std::int32_t> of(std::int64_t point) const;
  /// How many pairs they hold, of which every one is in both lists with ListKind::Full.
  std::int64_t pairs() const { return std::ssize(ids) / (kind == ListKind::Full ? 2 : 1); }
};

/// The squared distance of two points in double precision, of the nearest images along periodic
/// axes. This, and nothing else, decides which points are neighbours: dx dx + dy dy + dz dz <= R R,
/// with dx = x_i - x_j of the coordinates as given, taken into [0, L) of a periodic axis as
/// numpy.mod does, and +- L where |dx| > L / 2.
class Distances {
 public:
  Distances(std::span<const glm::dvec3> points, const std::optional<cells::Box>& box);

  double squared(std::int64_t i, std::int64_t j) const;

 private:
  std::optional<cells::Box> box_;
  std::vector<glm::dvec3> inBox_;  ///< the points with periodic coordinates taken back in
  std::span<const glm::dvec3> points_;
};

/// A coordinate that is outside of a box.
struct OutsideBox {
  std::int64_t point;
  std::string why;  ///< "z 12 is outside of the box, 0 <= z <= 10"
};
/// The first of those: beyond a side that is not periodic, or not finite.
std::optional<OutsideBox> findOutside(std::span<const glm::dvec3> points,
                                      const std::optional<cells::Box>& box);

/// Throws InputError for a search radius that is not positive, or that cannot be squared.
void requireRadius(double radius);

/// Throws RunError for the lists of so many pairs if they take more than `most` bytes; 0: more than
/// are free (freeMemory).
void requireMemory(std::int64_t pairs, std::int64_t bytes, std::int64_t most);

/// Throws InputError for a radius as requireRadius does or of more than half of a periodic side,
/// and for a side that is not positive or more than 2^35 times the radius.
void requireSearchable(const NeighbourSettings& settings);

/// How far a search is.
struct SearchProgress {
  double share = 0.0;  ///< within 0..1, of the first or second half: counting, listing
  /// Once they are counted: how many pairs there are, with those that doubles may yet rule out.
  std::optional<std::int64_t> pairs{};
};

/// The search of one set of points, in two parts that can be timed separately.
///
/// Positions are floats on the GPU (pairs/point_layout.h states their error); Distances decides
/// the pairs that are too near to the radius for floats.
class NeighbourSearch {
 public:
  /// Lays out the points and compiles. `points` must outlive this. Throws InputError as
  /// requireSearchable does, for findOutside, and for more points than ids.
  NeighbourSearch(const texel::Device& device, std::span<const glm::dvec3> points,
                  const NeighbourSettings& settings);

  using Progress = SearchProgress;

  /// Finds the neighbours of all points. Calls `progress` between parts of the work. Throws
  /// RunError for lists that the memory is too small for, once their entries are counted.
  NeighbourList run(const std::function<void(const Progress&)>& progress = {});

  const Distances& distances() const { return distances_; }

 private:
  const texel::Device* device_;
  std::int64_t points_;
  double radius_;
  ListKind kind_;
  std::int64_t memory_;
  Distances distances_;
  std::optional<PointLayout> layout_;  ///< none for no points
  std::optional<PairList> list_;
};

/// Both parts at once.
NeighbourList findNeighbours(const texel::Device& device, std::span<const glm::dvec3> points,
                             const NeighbourSettings& settings);

/// The numbers of neighbours of points.
struct NeighbourCounts {
  std::int64_t pairs = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
  double mean = 0.0;
};
/// Zeros for no points.
NeighbourCounts countsOf(const NeighbourList& neighbours);

}  // namespace gpubuck::pairs
