// The cells around a position that may hold neighbours (paper section 2.3): all cells up to kCellsPerCutoff away, 27 in
// three dimensions for 1; or, kByOctant, with cells at least twice as long as the search radius, the 8 cells that meet
// in the corner nearest to the position (src/cells/method.h). Functions; the including file defines visitRow.

#include "cells/reach.glsl"

/// Visits the cells of a row at `offsets` along x from cell `home`; `firstCell` is the number of the first cell of the
/// row.
void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image);

/// Walks the cells that reach into the search sphere around the position: 20.6 of 27 on average for cells of its
/// radius. kReachSquared has a margin that covers the rounding of the gaps (src/cells/cell_grid.cpp).
void walkCells(int i, vec3 position) {
  ivec3 home = cellCoordinates(position);
  vec3 inCell = position * kCellsPerLength - vec3(home);
  ivec2 offsetsX = offsets(inCell.x, kOverlap.x);
  ivec2 offsetsY = offsets(inCell.y, kOverlap.y);
  ivec2 offsetsZ = kDimensions == 3 ? offsets(inCell.z, kOverlap.z) : ivec2(0);
  vec3 fromSide = inCell * kCellEdge;
  vec3 image;
  for (int dz = offsetsZ.x; dz <= offsetsZ.y; ++dz) {
    int z = home.z;
    if (!stepCell(z, image.z, dz, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    float gapZ = gapSquared(fromSide.z, kCellEdge.z, dz);
    for (int dy = offsetsY.x; dy <= offsetsY.y; ++dy) {
      int y = home.y;
      float gapYz = gapZ + gapSquared(fromSide.y, kCellEdge.y, dy);
      if (gapYz > kReachSquared) continue;
      if (!stepCell(y, image.y, dy, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
      visitRow(i, cellNumber(ivec3(0, y, z)), home.x, offsetsX, fromSide.x, gapYz, image);
    }
  }
}
