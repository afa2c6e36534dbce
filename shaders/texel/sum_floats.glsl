// The first pass of a sum (src/texel/sum.h).
// Reads: u_values, elements below u_elements; with GROUPS only those whose u_groups has w = u_group.
// Writes: o_x, o_y, o_z and o_w, the sums of the four channels, 128 bits, in rows of u_sums: one for each array.
// One invocation: every u_sums-th element, so that neighbouring invocations read neighbouring texels.

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
  uvec4 x = uvec4(0u), y = uvec4(0u), z = uvec4(0u), w = uvec4(0u);
  for (int k = i % u_sums; k < u_elements; k += u_sums) {
#ifdef GROUPS
    if (int(texelFetch(u_groups, texelOf(k), 0).w) != u_group) continue;
#endif
    vec4 values = texelFetch(u_values, texelOf(k), 0);
    x = addWide(x, toWide(values.x));
    y = addWide(y, toWide(values.y));
    z = addWide(z, toWide(values.z));
    w = addWide(w, toWide(values.w));
  }
  o_x = x;
  o_y = y;
  o_z = z;
  o_w = w;
}
