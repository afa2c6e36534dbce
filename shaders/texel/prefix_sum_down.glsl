// The downward half of a prefix sum. Reads: u_values, two 64-bit numbers per element; u_blockEnds, their sums up to the
// end of each block of u_block elements. Writes: o_end, the sum of all elements up to and including this element. One
// invocation: one element.

#include "texel/layout.glsl"
#include "texel/pair64.glsl"

uniform usampler2D u_values;
uniform usampler2D u_blockEnds;
uniform int u_block;

void run(int i) {
  int block = i / u_block;
  o_end = block > 0 ? texelFetch(u_blockEnds, texelOf(block - 1), 0) : uvec4(0u);
  for (int k = block * u_block; k <= i; ++k) o_end = add64(o_end, texelFetch(u_values, texelOf(k), 0));
}
