// Walks the cells around a particle row by row, for elements in the order of their cells. The elements of a row are one
// stretch of places, or two if the row reaches across a side of the box. Functions, for walks and for bodies that visit
// stretches themselves. With SOFTWARE, a loop whose body nearly always runs at least once tests its condition at the
// end, since a software renderer makes one more, idle iteration if the condition is tested at the beginning. GPUs are
// slower if the condition is tested at the end.

#include "cells/cells_around.glsl"

/// Returns the places x .. y - 1 of the elements of cells first .. last. The cell structure defines this function.
ivec2 placesOf(int first, int last);

/// Is called for every stretch of elements that may be neighbours. The including file defines this function.
void visitStretch(int i, ivec2 places, vec3 image);

/// Visits the part of a row of cells that is in the image of the box with the number `side` along x.
void visitSide(int i, int firstCell, ivec2 row, int side, vec3 image) {
  int first = max(row.x - side * kCells.x, 0);
  int last = min(row.y - side * kCells.x, kCells.x - 1);
  image.x = float(side) * kBoxSize.x;
  ivec2 places = placesOf(firstCell + first, firstCell + last);
  if (kHalfCells && side == 0) places.y = min(places.y, g_rowEnd);
  visitStretch(i, places, image);
}

void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image) {
  for (int k = 0; k < kCellsPerCutoff; ++k) {
    offsets.x += int(offsets.x < 0 && !isInReach(gapYz, fromSide, offsets.x));
    offsets.y -= int(offsets.y > 0 && !isInReach(gapYz, fromSide, offsets.y));
  }
  ivec2 row = home + offsets;
  // The row is in the box and, if x is periodic, may reach into an image of the box on either side.
  int lastSide = kPeriodic.x && row.y >= kCells.x ? 1 : 0;
  int side = kPeriodic.x && row.x < 0 ? -1 : 0;
#ifdef SOFTWARE
  do {
    visitSide(i, firstCell, row, side, image);
  } while (++side <= lastSide);
#else
  for (; side <= lastSide; ++side) visitSide(i, firstCell, row, side, image);
#endif
}
