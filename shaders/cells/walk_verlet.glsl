// Finds neighbours in a Verlet list built some steps ago (dpd/verlet_list.glsl), instead of by a walk through cells.
// Visits all elements that may be near now, and some that are not near. Function. Reads: u_notes, kNotes notes per
// element. y of a note is the first of up to 32 consecutive places, and x has a bit for each of these places. If the
// bit kIsStretch of y is set, x is the number of consecutive places instead. A note with x = 0 ends the list. Compute
// only (OpenGL 4.3).

#include "cells/nearest_image.glsl"
#include "cells/neighbourhood.glsl"
#include "texel/lowest_bit.glsl"

uniform usamplerBuffer u_notes;

/// The body defines this function.
vec4 neighbourPositionAt(int place);

void forEachNeighbour(int i, vec3 position) {
  int next = i * kNotes;
  uvec2 note = texelFetch(u_notes, next).xy;
  if (note.x == 0u) return;
  do {
    uint left = note.x;
    uint first = note.y;
    bool isStretch = (first & kIsStretch) != 0u;
    int j = int(first & ~kIsStretch) + (isStretch ? int(left) - 1 : lowestBit(left));
    left = isStretch ? left - 1u : left & (left - 1u);
    // Particles may have passed a side of the box since the list was built.
    if (j != i) visitNeighbour(j, nearestImage(position - neighbourPositionAt(j).xyz));
    note.x = left;
    if (left == 0u) note = texelFetch(u_notes, ++next).xy;
  } while (note.x != 0u);
}
