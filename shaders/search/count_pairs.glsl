// How many points are near a point: the slots its list takes.
// Reads: what search/pairs.glsl reads, and through the ranges the cells. Writes: o_count, x: the number; y, z and w, the
// other words of a prefix sum, are 0. One invocation: one list.

#include "search/neighbourhood.glsl"
#include "search/pairs.glsl"

uint g_count = 0u;

void visitNeighbour(int j, vec3 image) {
  if (isListed(j, image, otherAt(j, image))) ++g_count;
}

void run(int i) {
  beginList(i);
  if (hasList()) forEachNeighbour(i, g_position);
  o_count = uvec4(g_count, 0u, 0u, 0u);
}
