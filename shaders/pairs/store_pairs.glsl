// Lists the points near each point, one list after another. Compute only (OpenGL 4.3).
// Reads: the inputs of pairs/pairs.glsl; the cells, through the ranges; u_end, the end of each list. Writes: b_slots,
// four per vector except with SOFTWARE, from slot u_firstSlot on: the number of a point, with kAmbiguous if floats
// cannot decide whether it is near; kNull in unused slots. One invocation: one list.

#include "pairs/pairs.glsl"
#include "cells/near_bits.glsl"
#include "cells/walk_rows.glsl"
#include "texel/lowest_bit.glsl"

uniform usampler2D u_end;
uniform uint u_firstSlot;

// The slots of the list: the first slot, the next slot to write, and the end.
uint g_first = 0u;
uint g_next = 0u;
uint g_end = 0u;

#ifdef SOFTWARE
#include "pairs/append_one.glsl"
#else
#include "pairs/append_four.glsl"
#endif

// Near points are stored as soon as they are found, without the notes of walk_near_first.glsl, since there is little
// work per point (docs/performance.md).
void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = firstPart(places);
  do {
    uint near = nearBits(i, places, place, image);
    if (near != 0u) {
      do {
        append(otherAt(place + lowestBit(near), image));
        near &= near - 1u;
      } while (near != 0u);
    }
    place += 32;
  } while (place < places.y);
}

void run(int i) {
  g_first = (i > 0 ? texelFetch(u_end, texelOf(i - 1), 0).x : 0u) - u_firstSlot;
  g_end = texelFetch(u_end, texelOf(i), 0).x - u_firstSlot;
  g_next = g_first;
  if (g_next == g_end) return;
  beginList(i);
  walkCells(i, g_position);
  endList();
  for (; g_next < g_end; ++g_next) writeSlot(g_next, uint(kNull));
}
