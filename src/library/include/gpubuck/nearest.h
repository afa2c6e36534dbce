// Finds the nearest neighbours of points, in open space or in any periodic cell, which may be
// triclinic, flat, or smaller than the distances of neighbours.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "gpubuck/box.h"
// After installation, the next header is below this folder; during a build, it is in src/.
#include "pairs/pair_table.h"

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

using pairs::Cell;
using pairs::NearestTable;

/// Returns the `count` nearest neighbours of each point among the `others` or, if none are given,
/// among the points themselves. A point is not its own neighbour, but its images are. Every image
/// of a point counts as a separate neighbour. Distances are computed in double precision from the
/// given coordinates, and equal the distances of NeighbourList bit for bit.
///
/// The search runs on the processor, with up to `threads` threads; 0 stands for a thread per core.
/// Several threads may call this function at the same time. Throws InputError for a count below 1,
/// a negative number of threads, points that are not finite or more than 2^29 cells away from the
/// origin, and periodic sides without volume. Throws RunError if the result does not fit into main
/// memory. Calls `between`, if given, on the calling thread, many times per second. If `between`
/// throws, the search ends with this exception.
NearestTable nearest(std::span<const Point> points, std::int64_t count, const Cell& cell = {},
                     std::optional<std::span<const Point>> others = {}, int threads = 0,
                     const std::function<void()>& between = {});

}  // namespace gpubuck
#pragma GCC visibility pop
