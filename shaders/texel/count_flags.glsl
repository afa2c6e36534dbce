// The first pass of a count of elements without a flag (src/texel/flag_counter.h).
// Reads: u_ids; u_parts, for each part the first element, the stride from group to group, the groups and the elements
// of each. Writes: o_count, in x how many groups of a piece have an element without a flag.
// One invocation: one of the u_pieces pieces of a part.

#include "texel/layout.glsl"

uniform sampler2D u_ids;
uniform usampler2D u_parts;
uniform int u_pieces;
uniform int u_elements;

bool lacksFlag(int first, int size) {
  int end = min(first + size, u_elements);
  for (int i = first; i < end; ++i) {
    if (texelFetch(u_ids, texelOf(i), 0).a < 0.5) return true;
  }
  return false;
}

void run(int piece) {
  ivec4 part = ivec4(texelFetch(u_parts, texelOf(piece / u_pieces), 0));
  int groups = (part.z + u_pieces - 1) / u_pieces;
  int first = piece % u_pieces * groups;
  int end = min(first + groups, part.z);
  uint count = 0u;
  for (int group = first; group < end; ++group) {
    count += uint(lacksFlag(part.x + group * part.y, part.w));
  }
  o_count = uvec4(count, 0u, 0u, 0u);
}
