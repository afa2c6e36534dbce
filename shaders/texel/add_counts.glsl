// The second and further passes of a count of elements without a flag (src/texel/sum.h).
// Reads: u_counts, u_pieces counts of each part. Writes: o_count, x: u_sums counts of each part, from slot u_firstSlot
// on. One invocation: one of these u_sums counts, the sum of every u_sums-th count of a part that is read.

#include "texel/layout.glsl"

uniform usampler2D u_counts;
uniform int u_pieces;
uniform int u_sums;
uniform int u_firstSlot;

void run(int slot) {
  int i = slot - u_firstSlot;
  int part = i / u_sums * u_pieces;
  uint sum = 0u;
  for (int piece = i % u_sums; piece < u_pieces; piece += u_sums) {
    sum += texelFetch(u_counts, texelOf(part + piece), 0).x;
  }
  o_count = uvec4(sum, 0u, 0u, 0u);
}
