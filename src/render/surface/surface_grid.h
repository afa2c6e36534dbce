// The grid on which a fluid is smoothed, and its layout on a texture.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "cells/box.h"

namespace gpubuck::render {

/// A grid of cells over the box. On a texture each layer of cells in z is a tile with a margin of
/// one cell on each side, and there is a layer before the first and after the last: cells beyond
/// the sides of the box, which repeat others. In two dimensions there is one layer.
struct SurfaceGrid {
  glm::ivec3 cells{1};
  glm::dvec3 edge{1.0};  ///< of a cell, length
  double width = 1.0;    ///< standard deviation of the smoothing Gaussian, length
  int dimensions = 3;
  int columns = 1;  ///< tiles per row of tiles

  glm::ivec2 tile() const { return {cells.x + 2, cells.y + 2}; }
  /// Returns the density that a particle has at its own place, particles per cell.
  double ownDensity() const;
  int layers() const { return dimensions == 2 ? 1 : cells.z + 2; }
  /// Returns the size of the texture.
  glm::ivec2 texels() const {
    return tile() * glm::ivec2(columns, (layers() + columns - 1) / columns);
  }
  /// Returns the texel of a cell, each of whose coordinates is -1 .. the number of cells.
  glm::ivec2 texelOf(const glm::ivec3& cell) const;
  /// Returns the weight of a cell k cells away along an axis, k = 0, 1, ..., up to 4 `width`. All
  /// weights, on both sides, add up to 1.
  std::vector<float> weights(int axis) const;

  bool operator==(const SurfaceGrid&) const = default;
};

/// Returns the grid for `count` particles in the box. The width is 0.9 of the mean distance between
/// particles, or of 0.72 cut-offs if that is less: a fluid may leave most of the box empty. The
/// grid is coarser if its texture would otherwise have more than kMostSurfaceTexels or longer sides
/// than `longestSide`.
SurfaceGrid surfaceGrid(const cells::Box& box, std::int64_t count, int longestSide);
inline constexpr std::int64_t kMostSurfaceTexels = std::int64_t{6} << 20;
/// The largest number of cells over which the Gaussian extends on each side.
inline constexpr int kMostSurfaceReach = 12;

}  // namespace gpubuck::render
