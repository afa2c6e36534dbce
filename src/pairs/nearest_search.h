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
  int threads = 0;         ///< maximum number; 0 stands for one per processor
  /// Maximum number of bytes of main memory for the result; 0 allows all that is free (freeMemory).
  std::int64_t memory = 0;
};

/// Finds the nearest neighbours of each point among the others or, if none are given, among the
/// points themselves; a point is not its own neighbour, though its images are. Distances equal the
/// distances of PairTable bit for bit. Throws InputError for a count below 1, the errors of Lattice
/// and PeriodicImages, and InputError for places so far apart that the squares of their distances
/// overflow; RunError if the result does not fit into memory. Calls `look` now and then on the
/// calling thread; an exception of it ends the search.
NearestTable findNearest(PeriodicImages::Points points,
                         std::optional<PeriodicImages::Points> others, const Cell& cell,
                         const NearestSettings& settings, const std::function<void()>& look = {});

}  // namespace gpubuck::pairs
