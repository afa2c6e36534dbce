// The first pass of a sum (src/texel/sum.h).
// Reads: u_values, kBlock elements from those below u_elements; with GROUPS only those whose u_groups has w = u_group.
// Writes: o_sum, the sum of one channel of these, 128 bits. One invocation: one block of elements and one channel. A
// row of u_sums invocations covers the elements; rows have channels x, y, z, w in turn.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform sampler2D u_values;
uniform int u_elements;
uniform int u_sums;
#ifdef GROUPS
uniform sampler2D u_groups;
uniform int u_group;
#endif

void run(int i) {
  int channel = i / u_sums % 4;
  int first = i % u_sums * kBlock;
  int end = min(first + kBlock, u_elements);
  uvec4 sum = uvec4(0u);
  for (int k = first; k < end; ++k) {
#ifdef GROUPS
    if (int(texelFetch(u_groups, texelOf(k), 0).w) != u_group) continue;
#endif
    sum = addWide(sum, toWide(texelFetch(u_values, texelOf(k), 0)[channel]));
  }
  o_sum = sum;
}
