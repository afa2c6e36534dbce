// The first pass of a sum (src/texel/sum.h).
// Reads: u_values, elements i kBlock .. (i + 1) kBlock - 1 below u_elements; with GROUPS only those whose
// u_groups has w = u_group. Writes: o_x .. o_w, the sums of the four channels, 128 bits each.
// One invocation: one block of elements.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform sampler2D u_values;
uniform int u_elements;
#ifdef GROUPS
uniform sampler2D u_groups;
uniform int u_group;
#endif

void run(int i) {
  uvec4 x = uvec4(0u), y = uvec4(0u), z = uvec4(0u), w = uvec4(0u);
  int end = min((i + 1) * kBlock, u_elements);
  for (int k = i * kBlock; k < end; ++k) {
#ifdef GROUPS
    if (int(texelFetch(u_groups, texelOf(k), 0).w) != u_group) continue;
#endif
    vec4 value = texelFetch(u_values, texelOf(k), 0);
    x = addWide(x, toWide(value.x));
    y = addWide(y, toWide(value.y));
    z = addWide(z, toWide(value.z));
    w = addWide(w, toWide(value.w));
  }
  o_x = x;
  o_y = y;
  o_z = z;
  o_w = w;
}
