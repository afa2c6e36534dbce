// Before elements are gathered: how many of a block are left.
// Reads: u_next. Writes: o_count, in x how many of the block's elements are unvisited.
// One invocation: one block of kBlock elements.

#include "texel/layout.glsl"

uniform sampler2D u_next;
uniform int u_elements;

void run(int block) {
  uint count = 0u;
  int end = min((block + 1) * kBlock, u_elements);
  for (int i = block * kBlock; i < end; ++i) count += uint(texelFetch(u_next, texelOf(i), 0).a < 0.5);
  o_count = uvec4(count, 0u, 0u, 0u);
}
