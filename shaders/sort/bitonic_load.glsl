// Makes the pairs of a mapping, and puts the two pairs of each texel in order, which is the network's first stage.
// Reads: mapping. Writes: o_pairs. One invocation: the elements 2i and 2i + 1; the second element may not exist.

#include "sort/bitonic_pairs.glsl"
#include "texel/id.glsl"

uniform sampler2D u_mapping;
uniform int u_elements;

uvec2 pairOf(int element) {
  return element < u_elements ? uvec2(fetchId(u_mapping, element), element) : kNoPair;
}

void run(int i) {
  o_pairs = inOrder(uvec4(pairOf(2 * i), pairOf(2 * i + 1)));
}
