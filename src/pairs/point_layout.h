// Lays out a user's points on the GPU, on a grid that outliers do not enlarge and that rarely
// changes when points move. Coordinates are floats with a known error.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "cells/cell_grid.h"

namespace gpubuck::pairs {

/// Describes how points in double precision are stored in single precision on a grid. The members
/// are constants of the shaders.
///
/// A grid has at most 512 cells along a side, and in total not many more cells than there are
/// points. If the points take more space, this space is tiled with the grid. The cells at the same
/// place of all tiles are one bucket of a hash table, as if the grid repeated like a periodic box.
/// So that points of other tiles are not taken for neighbours, two points are neighbours only if
/// their tiles are the same, or are adjacent in the direction in which the walk has crossed a side
/// of the grid. If an axis is longer than floats and tiles can distinguish, empty stretches longer
/// than 4 radii are removed from it first.
///
/// All coordinates are relative to the tile, so that floats are equally precise everywhere. Let S
/// be the longest side of the grid, R the radius, and u = 2^-24. Along an axis, the error of a
/// coordinate is 2 S u (S u from the float, S u from the double that is rounded), and the error of
/// a difference, with its image, is at most 8 S u. Over three axes, the error of a distance is less
/// than 14 S u + 4 R u, where the second term is due to squares and sums. `margin` is twice this
/// error.
struct PointLayout {
  cells::CellGrid grid;      ///< lengths in `unit`s; grid.radius >= radius + 2 margin
  double unit = 1.0;         ///< a little more than the radius
  double radius = 1.0;       ///< in `unit`s
  double margin = 0.0;       ///< in `unit`s; outside of radius +- margin, floats decide which
                             ///< points are neighbours
  bool floatsDecide = true;  ///< whether floats also decide within the margin, since the points are
                             ///< not exact anyway
  std::array<bool, 3> hashed{};  ///< axes of more than one tile

  bool isHashed() const { return hashed[0] || hashed[1] || hashed[2]; }
};

/// Lays out points in open space that move between searches. The unit is the search radius with its
/// margins, cells always have the same size in this unit, and the number of cells along a side is a
/// power of two. There are therefore only few different grids. Grids are constants of the shaders,
/// which are compiled again only for another grid.
class SteadyLayout {
 public:
  explicit SteadyLayout(const cells::Method& method) : method_(method) {}

  /// Fits the grid to `points`, which must not be empty. `error` is an upper limit of the error of
  /// the points' distances. Returns false if the grid differs from the previous grid.
  bool fit(std::span<const glm::dvec3> points, double radius, double error = 0.0);

  const PointLayout& layout() const { return layout_; }

  /// Writes the points of fit() to `position`, as layout() describes, and fills the rest of
  /// `position` with places spread over all cells. `tile` has the same length, or is empty if no
  /// axis is hashed.
  void place(std::span<const glm::dvec3> points, std::span<glm::vec4> position,
             std::span<glm::uvec4> tile) const;

 private:
  /// The values that are constants of the shaders.
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
  glm::dvec3 lengths(std::span<const glm::dvec3> points, double span);

  cells::Method method_;
  Grid grid_;
  PointLayout layout_;
  glm::dvec3 low_{0.0};
  /// For each axis, the coordinates from which empty stretches are removed, counted from low_;
  /// empty if none are removed from this axis. They are in the points' unit of length, since the
  /// unit of the grid follows from them.
  std::array<std::vector<double>, 3> closed_;
};

/// Moves one or more coordinates such that the smallest is 0 and every stretch without points is at
/// most `gap` long. Returns the remaining length.
double closeGaps(std::vector<double>& coordinates, double gap);

/// Points for a single search.
struct LaidOutPoints {
  PointLayout layout;
  std::vector<glm::vec4> position;
  std::vector<glm::uvec4> tile;  ///< empty if no axis is hashed
};

/// Lays out one or more points in open space.
LaidOutPoints layOut(std::span<const glm::dvec3> points, double radius,
                     const cells::Method& method = {});

}  // namespace gpubuck::pairs
