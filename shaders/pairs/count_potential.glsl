// Counts the potential pairs of a point: the pairs whose distance a search tests.
// Reads: the inputs of pairs/pairs.glsl; the cells, through the ranges; u_listedEnds, x: the number of points that may
// be in lists, up to each place. Writes: o_potential, x: the number; the other words of a prefix sum are 0. One
// invocation: one list.

#include "pairs/pairs.glsl"
#include "cells/walk_rows.glsl"

uniform usampler2D u_listedEnds;

uint g_potential = 0u;

uint listedBefore(int place) {
  return place > 0 ? texelFetch(u_listedEnds, texelOf(place - 1), 0).x : 0u;
}

void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  g_potential += listedBefore(places.y) - listedBefore(places.x);
  bool isOwn = places.x <= i && i < places.y;
  if (isOwn && isListed(g_point)) --g_potential;
}

void run(int i) {
  beginList(i);
  if (hasList()) walkCells(i, g_position);
  o_potential = uvec4(g_potential, 0u, 0u, 0u);
}
