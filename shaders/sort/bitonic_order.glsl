// Extracts the elements from the sorted pairs. Reads: pairs. Writes: o_order. One invocation: one place in the order.

#include "sort/bitonic_pairs.glsl"
#include "texel/id.glsl"

uniform usampler2D u_pairs;

void run(int i) {
  o_order = encodeId(int(fetchPair(u_pairs, i).y), 1.0);
}
