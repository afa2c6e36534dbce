// How many points are near a point: the slots its list takes.
// Reads: what pairs/pairs.glsl reads, and through the ranges the cells. Writes: o_count, x: the number; y, z and w, the
// other words of a prefix sum, are 0. One invocation: one list.

#include "pairs/pairs.glsl"
#include "cells/near_bits.glsl"
#include "cells/walk_rows.glsl"

uint g_count = 0u;

#ifdef POINTS_IN_BUFFER
void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = firstPart(places);
  do {
    g_count += uint(bitCount(nearBits(i, places, place, image)));
    place += 32;
  } while (place < places.y);
}
#else
void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = places.x;
  do {
    if (place != i) g_count += isNear(place, image);
    ++place;
  } while (place < places.y);
}
#endif

void run(int i) {
  beginList(i);
  if (hasList()) walkCells(i, g_position);
  o_count = uvec4(g_count, 0u, 0u, 0u);
}
