// A user's points on the GPU: on a grid that outliers do not enlarge, in floats of known error.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <vector>

#include "cells/cell_grid.h"

namespace gpubuck::pairs {

/// Points in double precision, in single precision on a grid.
///
/// A grid has at most 256 cells of the radius along a side, and in all not many more cells than
/// there are points. Larger space is tiled with the grid, and the cells in one place of all tiles
/// are one bucket of a hash table: the grid repeats as a periodic box does. Two points are
/// neighbours only if their tiles are the same, or next to each other just as the walk over the
/// sides of the grid found them: comparing tiles compares the true cells. Where an open axis is
/// longer than floats and tiles can tell apart, empty stretches longer than 4 radii are taken out
/// of it first.
///
/// All coordinates are relative to the tile, so the floats are equally good wherever a point lies.
/// With S the longest side of the grid and u = 2^-24, along an axis a coordinate is wrong by 2 S u
/// (u for the float, u for the double it is made of), the difference of two and the image between
/// them by at most 8 S u; over three axes the distance of two points is wrong by less than
/// 14 S u + 4 R u, the second part for squares and sums. `margin` is twice that.
struct PointLayout {
  cells::CellGrid grid;  ///< lengths in `unit`s; its radius is at least radius + 2 margin
  double unit = 1.0;  ///< the power of two next to the radius: squares neither overflow nor vanish
  double radius = 1.0;           ///< in units
  double margin = 0.0;           ///< in units: floats decide outside of radius +- margin
  bool floatsDecide = true;      ///< false: also within, since the points are not exact themselves
  std::array<bool, 3> hashed{};  ///< axes of more than one tile
  /// Tiles along a hashed axis that is periodic; 0: as many as it takes.
  std::array<int, 3> tiles{};
  /// Periodic axes too short for cells: one cell, and distances of the nearest image.
  std::array<bool, 3> nearestImage{};

  std::vector<glm::vec4> position;  ///< w is 0
  std::vector<glm::uvec4> tile;     ///< of each point; empty where nothing is hashed

  bool isHashed() const { return hashed[0] || hashed[1] || hashed[2]; }
};

/// The input of a layout.
struct LayoutInput {
  std::span<const glm::dvec3> points;  ///< at least one, finite, within the box
  std::optional<cells::Box> box{};     ///< none: open on all sides
  double radius = 1.0;
  cells::Method method{};
  /// The most cells, in round numbers; 0: 4 for each point.
  std::int64_t cells = 0;
};

PointLayout layOut(const LayoutInput& input);

/// PointLayout::margin on a grid with this longest side.
double marginOf(double radius, double longestSide);

/// The longest axis, in sides of the grid, on which tiles are told apart.
inline constexpr double kMostTiles = 0x1p27;

/// From coordinates to numbers of `unit`s from the least on, with every stretch without points
/// shortened to `gap` units. Returns the length that is left.
double closeGaps(std::vector<double>& coordinates, double unit, double gap);

}  // namespace gpubuck::pairs
