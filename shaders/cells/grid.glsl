// The regular grid of cells (src/cells/cell_grid.h). Its constants (kCells, kCellEdge, kCellsPerLength, kBoxSize,
// kPeriodic, kDimensions, kSearchRadius and the constants of reach.glsl) come from the prologue. Cells are numbered x
// first, then y, then z.

/// Returns the cell of a position within the box. Rounding may put a position just below the far side of the box one
/// cell too far; such a position belongs to the last cell.
ivec3 cellCoordinates(vec3 position) {
  return min(ivec3(position * kCellsPerLength), kCells - 1);
}

#ifdef GRIDS
int g_firstCell = 0;  // number of cells before the cells of the invocation's grid, if there are several equal grids
#else
const int g_firstCell = 0;
#endif

int cellNumber(ivec3 cell) {
  return g_firstCell + cell.x + kCells.x * (cell.y + kCells.y * cell.z);
}
