// Finds neighbours through the cells around a particle in two turns, for bodies that do much for the few that are near: a
// first one tests all elements of a stretch and notes the near ones as bits, a second one visits these. The invocations
// that run together are all busy in both; at once, each would wait while any of them has a near one.
// The prologue includes the cell structure and what defines nearTogether(place, position, image) before this, and after it
// how notes are kept: near_first_on_gpu.glsl or near_first_in_software.glsl. Functions.

#include "cells/near_bits.glsl"
#include "cells/neighbourhood.glsl"
#include "cells/walk_rows.glsl"

/// Visits the elements that visitStretch has noted. Returns whether there are more than had room: then the walk is to be
/// made again.
bool visitNoted();

vec3 g_centre = vec3(0.0);

uint nearTogether(int place, vec3 image) {
  return nearTogether(place, g_centre, image);
}

void forEachNeighbour(int i, vec3 position) {
  g_centre = position;
  do {
    walkCells(i, position);
  } while (visitNoted());
}
