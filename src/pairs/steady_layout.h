// A layout of points that move from search to search, on a grid that stays the same.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "cells/method.h"
#include "pairs/periodic_images.h"
#include "pairs/point_layout.h"

namespace gpubuck::pairs {

/// Of open space around any points. The unit is the search radius with its margins, and sides
/// are powers of two of the same cells, so that there are few grids. They are constants of the
/// shaders, which need not be compiled again as long as the grid is the same.
class SteadyLayout {
 public:
  explicit SteadyLayout(const cells::Method& method) : method_(method) {}

  /// Fits the grid to points, at least one, whose distances are wrong by less than `error`. Returns
  /// false if the grid is another one than before.
  bool fit(std::span<const glm::dvec3> points, const Extent& extent, double radius, double error);

  /// Without positions and tiles.
  const PointLayout& layout() const { return layout_; }

  /// The points of fit() as layout() has them, and behind them, as far as `position` goes, places
  /// spread over all cells. `tile` is as long, or empty where nothing is hashed.
  void place(std::span<const glm::dvec3> points, std::span<glm::vec4> position,
             std::span<glm::uvec4> tile) const;

 private:
  /// What the shaders depend on.
  struct Grid {
    std::array<int, 3> cells{};
    std::array<bool, 3> hashed{};
    int dimensions = 0;
    bool floatsDecide = true;

    bool operator==(const Grid&) const = default;
  };

  Grid gridFor(const glm::dvec3& needed, std::int64_t points, int dimensions) const;
  bool suits(const Grid& grid, const glm::dvec3& needed, const Grid& best) const;
  void use(const Grid& grid);
  glm::dvec3 lengths(std::span<const glm::dvec3> points, const Extent& extent, double span);

  cells::Method method_;
  Grid grid_;
  PointLayout layout_;
  glm::dvec3 low_{0.0};
  /// Coordinates from low_ on along an axis without its empty stretches, in the length of the
  /// points: the unit follows from the grid, which they decide. Empty where none are taken out.
  std::array<std::vector<double>, 3> closed_;
};

}  // namespace gpubuck::pairs
