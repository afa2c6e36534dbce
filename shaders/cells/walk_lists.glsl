// Finds neighbours through the cells around a particle, whose elements are linked lists (lists.glsl). Function.

#include "cells/cells_around.glsl"
#include "cells/lists.glsl"
#include "cells/neighbourhood.glsl"

void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image) {
  for (int dx = offsets.x; dx <= offsets.y; ++dx) {
    int x = home;
    if (!isInReach(gapYz, fromSide, dx)) continue;
    if (!stepCell(x, image.x, dx, kCells.x, kPeriodic.x, kBoxSize.x)) continue;
    int cursor = firstInCell(firstCell + x);
    while (cursor != kNull) {
      int j = elementAt(cursor);
      // Fetched before the visit, so that the GPU waits for both at the same time.
      cursor = nextInCell(cursor);
      if (j != i) visitNeighbour(j, image);
    }
  }
}

void forEachNeighbour(int i, vec3 position) {
  walkCells(i, position);
}
