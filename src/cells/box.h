// The simulation box: its size, its sides and the number of dimensions. Also cells of the box, with
// which code on the processor looks for the neighbours of a place.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/vec3.hpp>

#include "base/id.h"

namespace gpubuck::cells {

enum class Boundary {
  Periodic,   ///< positions wrap around; distances take the nearest image
  Reflecting  ///< a hard wall: a particle that crosses it is mirrored back, and the velocity across
              ///< the wall is reversed
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

  /// Returns the area or volume: the product of the first `dimensions` sides.
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
  bool operator==(const Box&) const = default;
};

/// Divides a box into equal cells that are at least as long as a search reaches, so that all
/// particles within reach of a place are in the place's cell and the cells around it. Cells are
/// made longer if there would otherwise be more cells than ids. Points without a box are sorted by
/// pairs::PlaceCells.
class BoxCells {
 public:
  /// `reach` is a length > 0.
  BoxCells(const Box& box, double reach) : box_(box) {
    std::array<double, 3> along{1.0, 1.0, 1.0};
    for (int axis = 0; axis < box.dimensions; ++axis) {
      along[static_cast<std::size_t>(axis)] = std::max(1.0, std::floor(box.size[axis] / reach));
    }
    while (along[0] * along[1] * along[2] > static_cast<double>(kMaxCount)) {
      double& longest = *std::ranges::max_element(along);
      longest = std::ceil(0.5 * longest);
    }
    std::ranges::transform(along, cells_.begin(),
                           [](double cells) { return static_cast<std::size_t>(cells); });
  }

  std::size_t count() const { return cells_[0] * cells_[1] * cells_[2]; }
  /// Returns the cell of a place in the box.
  std::size_t at(const glm::dvec3& place) const {
    return index({alongAxis(place, 0), alongAxis(place, 1), alongAxis(place, 2)});
  }

  /// Calls use(cell) once for each cell with places within reach of `place`; x varies fastest.
  /// Beyond a side, the cells at the opposite side are visited, even if the sides reflect.
  template <typename Use>
  void visitNear(const glm::dvec3& place, const Use& use) const {
    std::array<std::size_t, 3> first{}, count{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      count[axis] = std::min<std::size_t>(3, cells_[axis]);
      first[axis] = count[axis] < 3 ? 0 : alongAxis(place, axis) + cells_[axis] - 1;
    }
    const auto along = [&](std::size_t axis, std::size_t k) {
      return (first[axis] + k) % cells_[axis];
    };
    for (std::size_t z = 0; z < count[2]; ++z) {
      for (std::size_t y = 0; y < count[1]; ++y) {
        for (std::size_t x = 0; x < count[0]; ++x)
          use(index({along(0, x), along(1, y), along(2, z)}));
      }
    }
  }

 private:
  std::size_t alongAxis(const glm::dvec3& place, std::size_t axis) const {
    const auto k = static_cast<int>(axis);
    if (k >= box_.dimensions) return 0;
    const double cell = place[k] / box_.size[k] * static_cast<double>(cells_[axis]);
    return std::min(cells_[axis] - 1, static_cast<std::size_t>(cell));
  }
  std::size_t index(const std::array<std::size_t, 3>& along) const {
    return (along[2] * cells_[1] + along[1]) * cells_[0] + along[0];
  }

  Box box_;
  std::array<std::size_t, 3> cells_{1, 1, 1};
};

}  // namespace gpubuck::cells
