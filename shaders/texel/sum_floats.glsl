// The first pass of a sum (src/texel/sum.h).
// Reads: the parts of u_values that u_parts lists, x: the first element, y: the number of elements; with GROUPS only
// elements for which w of u_groups equals u_group.
// Writes: o_x, o_y, o_z and o_w, the sums of the four channels, with 128 bits per sum. Each part has a row of u_sums
// sums, from row u_firstRow on.
// One invocation: one sum of each channel, over every u_sums-th element of a part, so that neighbouring invocations
// read neighbouring texels.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform sampler2D u_values;
uniform usampler2D u_parts;
uniform int u_firstRow;
uniform int u_sums;
#ifdef GROUPS
uniform sampler2D u_groups;
uniform int u_group;
#endif

void run(int i) {
  ivec2 part = ivec2(texelFetch(u_parts, texelOf(i / u_sums - u_firstRow), 0).xy);
  uvec4 x = uvec4(0u), y = uvec4(0u), z = uvec4(0u), w = uvec4(0u);
  for (int first = i % u_sums; first < part.y; first += 4 * u_sums) {
    // Four texels are read at once, since each read alone would wait for memory.
    vec4 values[4];
    bool counted[4];
    for (int k = 0; k < 4; ++k) {
      int element = first + k * u_sums;
      ivec2 texel = texelOf(part.x + min(element, part.y - 1));
      values[k] = texelFetch(u_values, texel, 0);
      counted[k] = element < part.y;
#ifdef GROUPS
      counted[k] = counted[k] && int(texelFetch(u_groups, texel, 0).w) == u_group;
#endif
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
