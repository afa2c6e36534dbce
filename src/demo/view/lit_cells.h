// A cell and the cells that touch it, which are lit while all other cells are dimmed.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "cells/cell_index.h"
#include "render/annotations.h"
#include "texel/map_pass.h"

namespace gpubuck::demo {

/// Returns the cells that touch the cell `own`, also across periodic sides. Each cell occurs once,
/// and `own` is not among them: a cell in the interior of a box of three dimensions touches 26
/// cells.
std::vector<std::int64_t> cellsTouching(const cells::CellGrid& grid, std::int64_t own);

/// Returns the legend of the colours of LitCells.
render::Legend litCellsLegend(const cells::CellGrid& grid, std::int64_t own,
                              const glm::vec3& background);

/// Computes the colours of the particles.
class LitCells {
 public:
  explicit LitCells(const texel::Device& device);

  /// Returns a colour for each particle. The colour depends on whether the particle's cell is
  /// `own`, touches `own`, or neither. `cells` must be current. `background` is the background of
  /// the picture, sRGB in 0..1.
  const texel::Vec4Array& colours(const cells::CellIndex& cells, std::int64_t own,
                                  const glm::vec3& background);

 private:
  const texel::Device* device_;
  texel::MapPass pass_;
  std::optional<texel::Vec4Array> colours_;
};

}  // namespace gpubuck::demo
