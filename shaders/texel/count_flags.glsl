// The first pass of a count of elements without a flag (src/texel/flag_counter.h).
// Reads: u_ids; u_parts, for each part its first element and the number of elements.
// Writes: o_count, in x the number of elements of a piece without a flag.
// One invocation: one of the u_pieces pieces of a part.

#include "texel/layout.glsl"

uniform sampler2D u_ids;
uniform usampler2D u_parts;
uniform int u_pieces;

void run(int piece) {
  ivec2 part = ivec2(texelFetch(u_parts, texelOf(piece / u_pieces), 0));
  int size = (part.y + u_pieces - 1) / u_pieces;
  int first = piece % u_pieces * size;
  int end = min(first + size, part.y);
  uint count = 0u;
  for (int i = part.x + first; i < part.x + end; ++i) {
    count += uint(texelFetch(u_ids, texelOf(i), 0).a < 0.5);
  }
  o_count = uvec4(count, 0u, 0u, 0u);
}
