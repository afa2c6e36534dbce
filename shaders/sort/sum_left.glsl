// How many elements are left in blocks of blocks.
// Reads: u_counts, how many are left in each block. Writes: o_count, how many of kBranch blocks.
// One invocation: kBranch blocks.

#include "texel/id.glsl"

uniform sampler2D u_counts;
uniform int u_blocks;

void run(int i) {
  int count = 0;
  int end = min((i + 1) * kBranch, u_blocks);
  for (int block = i * kBranch; block < end; ++block) count += fetchId(u_counts, block);
  o_count = encodeId(count, 1.0);
}
