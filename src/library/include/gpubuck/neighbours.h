// Which points are near each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpubuck/box.h"
#include "gpubuck/context.h"
#include "gpubuck/sort.h"

// Exported by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

struct NeighbourOptions {
  /// None: the points may be anywhere, and no side is periodic. Points beyond a periodic side are
  /// wrapped back; beyond another side they are an InputError.
  std::optional<Box> box{};
  /// Which cells are searched, with the names of the command line: cells27, cells-per-cutoff=K with
  /// K 1..4, octant, octant=FACTOR with FACTOR >= 2. The result is the same.
  std::string search = "cells27";
  /// How points are sorted into cells. The result is the same; Algorithm::Auto is Bitonic on the
  /// engine Paper and Counting on Fast.
  SortSettings sort{};
};

/// Lists of points, one after another: those of point i are ids[offsets[i]] .. ids[offsets[i+1]
/// - 1], by rising number.
struct Neighbours {
  std::vector<std::int64_t> offsets;  ///< one more than there are points
  std::vector<std::int32_t> ids;

  std::span<const std::int32_t> of(std::int64_t point) const {
    const auto i = static_cast<std::size_t>(point);
    return std::span(ids).subspan(static_cast<std::size_t>(offsets[i]),
                                  static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

/// The neighbours of every point: all others at a distance <= `radius`, in the unit of the points.
/// Exact in double precision (dx dx + dy dy + dz dz <= radius radius), and complete. At most
/// 16,777,215 points, finite; the radius is at most half of a periodic side. The lists are counted
/// before memory is asked for: a RunError tells how many pairs there are where they do not fit.
Neighbours findNeighbours(const Context& context, std::span<const Point> points, double radius,
                          const NeighbourOptions& options = {});

/// The same with each pair once: the list of i holds its neighbours j > i.
Neighbours findPairs(const Context& context, std::span<const Point> points, double radius,
                     const NeighbourOptions& options = {});

}  // namespace gpubuck
#pragma GCC visibility pop
