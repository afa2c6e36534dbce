// Finds the neighbours of a particle in the cells around it, for bodies that do much work for the few near elements.
// The first of two phases tests all elements of a stretch and notes the near elements as bits; the second phase visits
// these elements. All invocations that run together are busy in both phases. In a single phase, each invocation would
// wait while any other invocation visits a near element. The prologue includes the cell structure and the definition of
// nearTogether(place, position, image) before this file, and after it the file that keeps notes: near_first_on_gpu.glsl
// or near_first_in_software.glsl. Functions.

#include "cells/near_bits.glsl"
#include "cells/neighbourhood.glsl"
#include "cells/walk_rows.glsl"

/// Visits the elements that visitStretch has noted. Returns whether some elements had no room in the notes; the walk
/// must then be repeated.
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
