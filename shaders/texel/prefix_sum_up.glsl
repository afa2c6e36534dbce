// The upward half of a prefix sum. Reads: u_values, two 64-bit numbers per element. Writes: o_total, their sum over a
// block of u_block elements. One invocation: one block.

#include "texel/layout.glsl"
#include "texel/pair64.glsl"

uniform usampler2D u_values;
uniform int u_elements;
uniform int u_block;

void run(int i) {
  o_total = uvec4(0u);
  int end = min((i + 1) * u_block, u_elements);
  for (int k = i * u_block; k < end; ++k) o_total = add64(o_total, texelFetch(u_values, texelOf(k), 0));
}
