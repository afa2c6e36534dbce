// How many points are near a point, and how many slots their list takes.
// Reads: what search/pairs.glsl reads. Writes: o_count, x: points, z: blocks of kBlock that hold as many; y and w, the
// high words of a prefix sum, are 0. One invocation: one point.

#include "search/pairs.glsl"

uint g_count = 0u;

void onPair(int number, bool ambiguous) {
  ++g_count;
}

void run(int i) {
  forEachPair(i);
  o_count = uvec4(g_count, 0u, (g_count + uint(kBlock) - 1u) / uint(kBlock), 0u);
}
