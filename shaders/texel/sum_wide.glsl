// The second and further passes of a sum (src/texel/sum.h).
// Reads: rows of u_elements sums of 128 bits: u_values, or with CHANNELS u_rows rows in each of u_x, u_y, u_z and u_w.
// Writes: o_sum, a row of u_sums sums for each row that is read; with CHANNELS the rows of u_x come first.
// One invocation: one of these u_sums sums, over every u_sums-th element of a row that is read.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform int u_elements;
uniform int u_sums;
#ifdef CHANNELS
uniform usampler2D u_x;
uniform usampler2D u_y;
uniform usampler2D u_z;
uniform usampler2D u_w;
uniform int u_rows;

uvec4 valueAt(int row, int k) {
  ivec2 texel = texelOf(row % u_rows * u_elements + k);
  int channel = row / u_rows;
  if (channel == 0) return texelFetch(u_x, texel, 0);
  if (channel == 1) return texelFetch(u_y, texel, 0);
  if (channel == 2) return texelFetch(u_z, texel, 0);
  return texelFetch(u_w, texel, 0);
}
#else
uniform usampler2D u_values;

uvec4 valueAt(int row, int k) {
  return texelFetch(u_values, texelOf(row * u_elements + k), 0);
}
#endif

void run(int i) {
  uvec4 sum = uvec4(0u);
  for (int first = i % u_sums; first < u_elements; first += 4 * u_sums) {
    // Four texels are read at once, since each read alone would wait for memory.
    uvec4 values[4];
    for (int k = 0; k < 4; ++k) values[k] = valueAt(i / u_sums, min(first + k * u_sums, u_elements - 1));
    for (int k = 0; k < 4; ++k) {
      if (first + k * u_sums < u_elements) sum = addWide(sum, values[k]);
    }
  }
  o_sum = sum;
}
