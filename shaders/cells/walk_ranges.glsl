// Finds the neighbours of a particle in the cells around it, where the elements of a cell have consecutive places in an
// order (ranges.glsl). Function.

#include "cells/neighbourhood.glsl"
#include "cells/ranges.glsl"
#include "cells/walk_rows.glsl"

void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = places.x;
  do {
    int j = elementAt(place);
    if (j != i) visitNeighbour(j, image);
    ++place;
  } while (place < places.y);
}

void forEachNeighbour(int i, vec3 position) {
  walkCells(i, position);
}
