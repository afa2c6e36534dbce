// The second and further passes of a sum (src/texel/sum.h).
// Reads: u_values, sums of 128 bits in rows of u_elements. Writes: o_sum, the sum of kBlock of them, in rows of u_sums.
// One invocation: one block of a row.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform usampler2D u_values;
uniform int u_elements;
uniform int u_sums;

void run(int i) {
  int row = i / u_sums * u_elements;
  int first = i % u_sums * kBlock;
  int end = min(first + kBlock, u_elements);
  uvec4 sum = uvec4(0u);
  for (int k = first; k < end; ++k) sum = addWide(sum, texelFetch(u_values, texelOf(row + k), 0));
  o_sum = sum;
}
