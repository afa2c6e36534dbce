// Walks the cells that may hold neighbours of a position (paper section 2.3). These are all cells up to kCellsPerCutoff
// cells away: 27 cells in three dimensions if kCellsPerCutoff is 1. With kByOctant, for cells at least twice as long as
// the search radius, these are the 8 cells that meet in the corner nearest to the position (src/cells/cell_grid.h).
// Functions; the including file defines visitRow. HALF_CELLS is for elements in the order of their cells, not for
// searches by octant. With it, a search visits only the cells before the position's own cell, and in this cell only the
// elements before i (14 of 27 cells). Thus only one of two elements visits the other.

#include "cells/reach.glsl"

#ifdef HALF_CELLS
const bool kHalfCells = true;
#else
const bool kHalfCells = false;
#endif

/// With HALF_CELLS: the end of the places to visit in a row of cells. This end applies to the part of the row in the
/// box itself, not in an image of the box.
int g_rowEnd = 0x7FFFFFFF;

/// Visits the cells of a row that are offsets.x .. offsets.y cells away from cell `home` along x. `firstCell` is the
/// number of the first cell of the row.
void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image);

/// Walks the cells that reach into the search sphere around the position. These are on average 20.6 of 27 cells if a
/// cell is as long as the radius of the sphere. kReachSquared has a margin that covers the rounding of the gaps
/// (src/cells/cell_grid.cpp).
void walkCells(int i, vec3 position) {
  ivec3 home = cellCoordinates(position);
  vec3 inCell = position * kCellsPerLength - vec3(home);
  ivec2 offsetsX = offsets(inCell.x, kOverlap.x);
  ivec2 offsetsY = offsets(inCell.y, kOverlap.y);
  ivec2 offsetsZ = kDimensions == 3 ? offsets(inCell.z, kOverlap.z) : ivec2(0);
  vec3 fromSide = inCell * kCellEdge;
  if (kHalfCells) offsetsZ.y = 0;
  vec3 image;
  for (int dz = offsetsZ.x; dz <= offsetsZ.y; ++dz) {
    int z = home.z;
    if (!stepCell(z, image.z, dz, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    float gapZ = gapSquared(fromSide.z, kCellEdge.z, dz);
    int lastY = kHalfCells && dz == 0 ? 0 : offsetsY.y;
    for (int dy = offsetsY.x; dy <= lastY; ++dy) {
      int y = home.y;
      float gapYz = gapZ + gapSquared(fromSide.y, kCellEdge.y, dy);
      if (gapYz > kReachSquared) continue;
      if (!stepCell(y, image.y, dy, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
      bool isOwnRow = kHalfCells && dz == 0 && dy == 0;
      if (kHalfCells) g_rowEnd = isOwnRow ? i : 0x7FFFFFFF;
      ivec2 alongX = ivec2(offsetsX.x, isOwnRow ? 0 : offsetsX.y);
      visitRow(i, cellNumber(ivec3(0, y, z)), home.x, alongX, fromSide.x, gapYz, image);
    }
  }
}
