// The regular grid of cells that turns neighbour search into a bucket sort (paper section 2.3).
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>

#include "cells/box.h"
#include "cells/method.h"
#include "texel/map_pass.h"

namespace gpubuck::cells {

/// Cells large enough that all neighbours of a particle are in the cells that `method` searches.
/// Numbered x first, then y, then z.
struct CellGrid {
  Box box;
  Method method;
  double radius = 1.0;  ///< search radius

  glm::ivec3 cells{1};  ///< along each axis; z is 1 in two dimensions
  glm::dvec3 edge{1.0};
  /// Distance in cells from the face where the search would end, within which a particle visits one
  /// cell more. If the cells have just the required length, rounding may put a neighbour of such a
  /// particle one cell too far. 0 if rounding cannot do so.
  glm::dvec3 overlap{0.0};

  std::int64_t count() const { return static_cast<std::int64_t>(cells.x) * cells.y * cells.z; }
};

/// Returns the largest number of cells along a side of `length`, a whole number up to 2^20 (floats
/// can distinguish no more places), or 0 if the side is shorter than one cell. A length that is a
/// whole number of cells up to the rounding of doubles, such as 0.3 for cells of 0.1, counts as
/// such.
double cellsAlong(double length, double radius, const Method& method);

/// Returns the grid with the most cells for a search. Throws InputError for a side or a radius that
/// is not positive, a periodic side with fewer than leastPeriodicCells (a particle would meet the
/// same neighbour twice) and more cells than ids.
CellGrid makeCellGrid(const Box& box, double radius, const Method& method = {});

/// Returns the same grid for counting the contents of cells; a periodic side may have too few cells
/// for a search.
CellGrid makeCountingGrid(const Box& box, double radius, const Method& method = {});

/// Returns the largest computed distance of a cell that holds a particle nearer than the radius.
/// For a side of length L the shader's gap between a particle and a cell is wrong by less than 8 L
/// u along an axis, u = 2^-24: 3 from the positions of two particles and the number of cells, 2
/// from the edge, 3 from the operations. Three axes, and 2 for the squares and their sum, are less
/// than 16.
double searchReach(const CellGrid& grid);

/// Returns the GLSL constants of shaders/cells/grid.glsl and neighbourhood.glsl for this grid.
std::string gridPrologue(const CellGrid& grid);

/// Writes the cell of every particle into the mapping texture.
class AssignCells {
 public:
  AssignCells(const texel::Device& device, const CellGrid& grid);

  /// Positions must be within the box.
  void run(const texel::Vec4Array& position, texel::IdArray& mapping);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::cells
