// Finds the neighbours of a particle in the cells around it, where the elements of a cell are a linked list
// (lists.glsl). With NEAR_ONLY the walk visits an element only if isNear(j, position, image) is true; the includer
// defines this function before it includes this file. Function.

#include "cells/cells_around.glsl"
#include "cells/lists.glsl"
#include "cells/neighbourhood.glsl"

#ifdef NEAR_ONLY
vec3 g_centre = vec3(0.0);
#endif

bool isVisited(int i, int j, vec3 image) {
#ifdef NEAR_ONLY
  return j != i && isNear(j, g_centre, image);
#else
  return j != i;
#endif
}

void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image) {
  for (int dx = offsets.x; dx <= offsets.y; ++dx) {
    int x = home;
    if (!isInReach(gapYz, fromSide, dx)) continue;
    if (!stepCell(x, image.x, dx, kCells.x, kPeriodic.x, kBoxSize.x)) continue;
    int cursor = firstInCell(firstCell + x);
    while (cursor != kNull) {
      int j = elementAt(cursor);
      // The next element is fetched before the visit, so that the GPU waits for the present and for the next element at
      // the same time.
      cursor = nextInCell(cursor);
      if (isVisited(i, j, image)) visitNeighbour(j, image);
    }
  }
}

void forEachNeighbour(int i, vec3 position) {
#ifdef NEAR_ONLY
  g_centre = position;
#endif
  walkCells(i, position);
}
