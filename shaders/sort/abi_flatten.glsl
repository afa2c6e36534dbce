// Reads a sorted tree (src/sort/bitonic_sort.h) in order. Reads: u_nodes. Writes: o_pairs (sort/bitonic_pairs.glsl).
// One invocation: the pairs of two places in the order; the second place may not exist.

#include "sort/bitonic_pairs.glsl"

uniform usampler2D u_nodes;
uniform int u_places;

uvec2 pairAt(int place) {
  if (place >= u_places) return kNoPair;
  int part = u_places >> 1;
  // The spare node is last; the root is in the middle of all other nodes.
  int i = place == u_places - 1 ? place : part - 1;
  uvec4 node = texelFetch(u_nodes, texelOf(i), 0);
  if (place == u_places - 1) return node.xy;
  while (place != part - 1) {
    bool isLeft = place < part - 1;
    if (!isLeft) place -= part;
    part >>= 1;
    node = texelFetch(u_nodes, texelOf(int(isLeft ? node.z : node.w)), 0);
  }
  return node.xy;
}

void run(int i) {
  o_pairs = uvec4(pairAt(2 * i), pairAt(2 * i + 1));
}
