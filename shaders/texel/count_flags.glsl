// The first pass of a count of elements without a flag (src/texel/sum.h).
// Reads: u_ids; u_parts, for each part its first element and the number of elements.
// Writes: o_count, x: the number of elements of a piece that have no flag.
// One invocation: one of the u_pieces pieces of a part. A piece is every u_pieces-th element, so that neighbouring
// invocations read neighbouring texels.

#include "texel/layout.glsl"

uniform sampler2D u_ids;
uniform usampler2D u_parts;
uniform int u_pieces;

void run(int piece) {
  ivec2 part = ivec2(texelFetch(u_parts, texelOf(piece / u_pieces), 0));
  uint count = 0u;
  for (int i = part.x + piece % u_pieces; i < part.x + part.y; i += u_pieces) {
    count += uint(texelFetch(u_ids, texelOf(i), 0).a < 0.5);
  }
  o_count = uvec4(count, 0u, 0u, 0u);
}
