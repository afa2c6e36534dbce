// The nearest neighbours of points in any periodic cell, found on the processor.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

struct NearestSettings {
  std::int64_t count = 1;  ///< neighbours per point, 1 or more
  int threads = 0;         ///< maximum number of threads; 0 stands for one per processor
  /// Maximum number of bytes of main memory for the result; 0 allows all free memory (freeMemory).
  std::int64_t memory = 0;
};

/// Finds the nearest neighbours of each point among the `others` or, if there are no others, among
/// the points themselves. A point is not its own neighbour, but its images are. Distances equal the
/// distances of PairTable bit for bit. Throws the errors of Lattice and PeriodicImages. Throws
/// InputError for a count below 1, and for places so far apart that the squares of their distances
/// overflow. Throws RunError if the result does not fit into memory. Calls `look` now and then on
/// the calling thread. If `look` throws, the search ends with this exception.
NearestTable findNearest(PeriodicImages::Points points,
                         std::optional<PeriodicImages::Points> others, const Cell& cell,
                         const NearestSettings& settings, const std::function<void()>& look = {});

}  // namespace gpubuck::pairs
