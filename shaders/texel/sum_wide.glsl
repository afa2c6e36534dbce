// The second and further passes of a sum (src/texel/sum.h).
// Reads: u_values, sums of 128 bits in rows of u_elements. Writes: o_sum, the same rows with u_sums of them, from row
// u_firstRow on.
// One invocation: the sum of every u_sums-th element of a row.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform usampler2D u_values;
uniform int u_elements;
uniform int u_sums;
uniform int u_firstRow;

void run(int i) {
  int row = (i / u_sums - u_firstRow) * u_elements;
  uvec4 sum = uvec4(0u);
  for (int k = i % u_sums; k < u_elements; k += u_sums) sum = addWide(sum, texelFetch(u_values, texelOf(row + k), 0));
  o_sum = sum;
}
