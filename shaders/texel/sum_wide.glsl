// The second and further passes of a sum (src/texel/sum.h).
// Reads: u_x .. u_w, elements i kBlock .. (i + 1) kBlock - 1 below u_elements. Writes: o_x .. o_w, their sums.
// One invocation: one block of elements.

#include "texel/layout.glsl"
#include "texel/wide.glsl"

uniform usampler2D u_x;
uniform usampler2D u_y;
uniform usampler2D u_z;
uniform usampler2D u_w;
uniform int u_elements;

void run(int i) {
  uvec4 x = uvec4(0u), y = uvec4(0u), z = uvec4(0u), w = uvec4(0u);
  int end = min((i + 1) * kBlock, u_elements);
  for (int k = i * kBlock; k < end; ++k) {
    ivec2 texel = texelOf(k);
    x = addWide(x, texelFetch(u_x, texel, 0));
    y = addWide(y, texelFetch(u_y, texel, 0));
    z = addWide(z, texelFetch(u_z, texel, 0));
    w = addWide(w, texelFetch(u_w, texel, 0));
  }
  o_x = x;
  o_y = y;
  o_z = z;
  o_w = w;
}
