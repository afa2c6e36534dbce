// Positions in one word each, good enough to tell most of what is far away.
#pragma once

#include <cstdint>
#include <string>

#include "cells/cell_grid.h"
#include "texel/array.h"
#include "texel/map_pass.h"

namespace gpubuck::cells {

/// The constants of shaders/cells/coarse_position.glsl for a grid: a period of all coordinates,
/// and how near two coarse positions are when their elements may be neighbours.
std::string coarsePositionPrologue(const CellGrid& grid);

/// Those of all elements, four of them in a texel: shaders/cells/coarse_positions.glsl.
class CoarsePositions {
 public:
  CoarsePositions(const texel::Device& device, const CellGrid& grid, std::int64_t elements);

  void find(const texel::Vec4Array& position);

  /// xyzw: those of elements 4 i .. 4 i + 3.
  const texel::UInt4Array& fours() const { return fours_; }

 private:
  texel::MapPass pass_;
  texel::UInt4Array fours_;
};

}  // namespace gpubuck::cells
