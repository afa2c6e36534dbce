// Finds the places whose points may be in lists, so that such points can be counted in stretches of places.
// Reads: the inputs of pairs/pairs.glsl. Writes: o_listed, x: 1 for such a place, otherwise 0; the other words of a
// prefix sum are 0. One invocation: one place.

#include "pairs/pairs.glsl"

void run(int i) {
  beginList(i);
  o_listed = uvec4(isListed(g_point) ? 1u : 0u, 0u, 0u, 0u);
}
