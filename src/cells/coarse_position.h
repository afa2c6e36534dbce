// Positions in one word each, precise enough to exclude most points that are far away.
#pragma once

#include <cstdint>
#include <string>

#include "cells/cell_grid.h"
#include "texel/array.h"
#include "texel/map_pass.h"

namespace gpubuck::cells {

/// Returns the constants of shaders/cells/coarse_position.glsl for a grid: the period of all
/// coordinates, and the distance of two coarse positions below which their elements may be
/// neighbours.
std::string coarsePositionPrologue(const CellGrid& grid);

/// The coarse positions of all elements, four per texel: shaders/cells/coarse_positions.glsl.
class CoarsePositions {
 public:
  CoarsePositions(const texel::Device& device, const CellGrid& grid, std::int64_t elements);

  void find(const texel::Vec4Array& position);

  /// Returns texels whose xyzw are the coarse positions of elements 4 i .. 4 i + 3.
  const texel::UInt4Array& fours() const { return fours_; }

 private:
  texel::MapPass pass_;
  texel::UInt4Array fours_;
};

}  // namespace gpubuck::cells
