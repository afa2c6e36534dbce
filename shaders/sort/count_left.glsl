// Before elements are gathered: how many of a block are left.
// Reads: u_next. Writes: o_count, how many of the block's elements are unvisited.
// One invocation: one block of kLeaf elements, an even number.

#include "texel/id.glsl"

uniform sampler2D u_next;
uniform int u_elements;

void run(int block) {
  int count = 0;
  int end = min((block + 1) * kLeaf, u_elements);
#ifdef GATHERS
  // The flags of two elements, w and z, and of two in the next row. Neighbouring invocations read far apart, so that the
  // number of reads is what counts.
  vec2 perTexel = 1.0 / vec2(textureSize(u_next, 0));
  for (int i = block * kLeaf; i < end; i += 2) {
    vec4 flags = textureGather(u_next, (vec2(texelOf(i)) + 1.0) * perTexel, 3);
    count += int(flags.w < 0.5) + int(flags.z < 0.5 && i + 1 < end);
  }
#else
  for (int i = block * kLeaf; i < end; ++i) count += int(texelFetch(u_next, texelOf(i), 0).a < 0.5);
#endif
  o_count = encodeId(count, 1.0);
}
