// The second pass of a count of elements without a flag (src/texel/flag_counter.h). Reads: u_counts, the counts of the
// u_pieces pieces of each part. Writes: o_count, in x their sum. One invocation: one part; its slot is its number plus
// u_firstSlot.

#include "texel/layout.glsl"

uniform usampler2D u_counts;
uniform int u_pieces;
uniform int u_firstSlot;

void run(int slot) {
  int first = (slot - u_firstSlot) * u_pieces;
  uint sum = 0u;
  for (int piece = first; piece < first + u_pieces; ++piece) {
    sum += texelFetch(u_counts, texelOf(piece), 0).x;
  }
  o_count = uvec4(sum, 0u, 0u, 0u);
}
