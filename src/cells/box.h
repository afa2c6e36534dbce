// The simulation box: its size, its sides, and the number of dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/vec3.hpp>

namespace gpubuck::cells {

enum class Boundary {
  Periodic,   ///< positions wrap around; distances take the nearest image
  Reflecting  ///< a hard wall: a particle that crosses it is mirrored back, its velocity across the
              ///< wall reversed
};

inline constexpr const char* kAxisNames = "xyz";

/// Returns a coordinate along a periodic side wrapped into [0, length), like numpy.mod.
inline double wrapped(double coordinate, double length) {
  const double rest = std::fmod(coordinate, length);
  const double inside = rest < 0.0 ? rest + length : rest;
  return inside < length ? inside : 0.0;
}

/// Returns the float in [0, length) nearest to a coordinate in [0, length].
inline float insideAsFloat(double coordinate, double length) {
  return std::min(static_cast<float>(coordinate), std::nextafter(static_cast<float>(length), 0.0F));
}

/// An axis-aligned box from the origin to `size`, in units of the cut-off radius.
/// In two dimensions only x and y count; z of the box is 1 and every particle has z = 0.
struct Box {
  glm::dvec3 size{1.0, 1.0, 1.0};
  std::array<Boundary, 3> boundary{Boundary::Periodic, Boundary::Periodic, Boundary::Periodic};
  int dimensions = 3;  ///< 2 or 3

  /// Returns the length, area or volume: the product of the first `dimensions` sides.
  double volume() const { return size.x * size.y * (dimensions == 3 ? size.z : 1.0); }
  bool isPeriodic(int axis) const {
    return boundary[static_cast<std::size_t>(axis)] == Boundary::Periodic;
  }
  /// Returns the minimum image of the separation of two positions in the box.
  glm::dvec3 nearestImage(glm::dvec3 separation) const {
    for (int axis = 0; axis < dimensions; ++axis) {
      if (!isPeriodic(axis)) continue;
      if (separation[axis] > 0.5 * size[axis]) separation[axis] -= size[axis];
      if (separation[axis] < -0.5 * size[axis]) separation[axis] += size[axis];
    }
    return separation;
  }
};

}  // namespace gpubuck::cells
