// The regular grid of cells that turns neighbour search into a bucket sort (paper section 2.3).
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>

#include "search/box.h"
#include "texel/map_pass.h"

namespace gpubuck::search {

/// Cells of edge >= the search radius, so that all neighbours of a particle lie in its own cell and
/// the 26 around it (8 in two dimensions). Numbered x first, then y, then z.
struct CellGrid {
  Box box;
  glm::ivec3 cells{1};  ///< along each axis; z is 1 in two dimensions
  glm::dvec3 edge{1.0};
  double radius = 1.0;  ///< of the search

  std::int64_t count() const { return static_cast<std::int64_t>(cells.x) * cells.y * cells.z; }
};

/// The grid with the most cells whose edges are no shorter than `radius`. Throws InputError for a
/// side or a radius that is not positive, a periodic side with fewer than 3 cells (a particle would
/// meet the same neighbour twice) and more cells than ids.
CellGrid makeCellGrid(const Box& box, double radius);

/// The GLSL constants of shaders/search/grid.glsl for this grid.
std::string gridPrologue(const CellGrid& grid);

/// Writes the cell of every particle into the mapping texture.
class AssignCells {
 public:
  AssignCells(const texel::Device& device, const CellGrid& grid);

  /// `position` (Format::Vec4) must lie within the box; `mapping` is Format::Id.
  void run(const texel::Array& position, texel::Array& mapping);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::search
