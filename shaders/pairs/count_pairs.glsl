// Counts the points near a point. Their number is the number of slots of the point's list.
// Reads: the inputs of pairs/pairs.glsl; the cells, through the ranges. Writes: o_count, x: the number; z: 1 if the
// cells hold more points than the loops of a software renderer can visit, otherwise 0; y and w, the high words of the
// prefix sums of these two, are 0. One invocation: one list.

#include "pairs/pairs.glsl"
#include "cells/near_bits.glsl"
#include "cells/walk_rows.glsl"

uint g_count = 0u;
uint g_isTooLong = 0u;

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
// Storing a list takes up to three iterations per point, for each of the 8 invocations that run together;
// texel/loops_ended.glsl explains the limit of iterations.
const int kMostVisited = 65535 / 3 / 8;

int g_visited = 0;

void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  g_visited += places.y - places.x;
  g_isTooLong = uint(g_visited > kMostVisited);
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
  o_count = uvec4(g_count, 0u, g_isTooLong, 0u);
}
