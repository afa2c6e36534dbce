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

bool isCounted(int element) {
#ifdef GROUPS
  if (int(texelFetch(u_groups, texelOf(min(element, u_elements - 1)), 0).w) != u_group) return false;
#endif
  return element < u_elements;
}

void run(int i) {
  uvec4 x = uvec4(0u), y = uvec4(0u), z = uvec4(0u), w = uvec4(0u);
  for (int first = i % u_sums; first < u_elements; first += 4 * u_sums) {
    // Four reads at once, for each alone waits for memory.
    vec4 values[4];
    bool counted[4];
    for (int k = 0; k < 4; ++k) {
      int element = first + k * u_sums;
      values[k] = texelFetch(u_values, texelOf(min(element, u_elements - 1)), 0);
      counted[k] = isCounted(element);
    }
    for (int k = 0; k < 4; ++k) {
      if (!counted[k]) continue;
      x = addWide(x, toWide(values[k].x));
      y = addWide(y, toWide(values[k].y));
      z = addWide(z, toWide(values[k].z));
      w = addWide(w, toWide(values[k].w));
    }
  }
  o_x = x;
  o_y = y;
  o_z = z;
  o_w = w;
}
