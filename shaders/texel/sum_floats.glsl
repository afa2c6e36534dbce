// The first pass of a sum (src/texel/sum.h).
// Reads: u_values, elements below u_elements; with GROUPS only those whose u_groups has w = u_group.
// Writes: o_sum, 128 bits, in rows of u_sums: four rows for the channels x, y, z, w of each array.
// One invocation: one channel of every u_sums-th element, so that neighbouring invocations read neighbouring texels.

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
  uvec4 sum = uvec4(0u);
  for (int k = i % u_sums; k < u_elements; k += u_sums) {
#ifdef GROUPS
    if (int(texelFetch(u_groups, texelOf(k), 0).w) != u_group) continue;
#endif
    sum = addWide(sum, toWide(texelFetch(u_values, texelOf(k), 0)[channel]));
  }
  o_sum = sum;
}
