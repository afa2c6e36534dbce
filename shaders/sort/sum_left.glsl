// How many elements are left in blocks of eights, or of blocks.
// Reads: u_counts, how many are left in each block; with OF_TILES which are left, tile by tile. Writes: o_count, how many
// in kBranch of them. One invocation: kBranch eights or blocks.

#include "sort/left_tile.glsl"

uniform sampler2D u_counts;
uniform int u_blocks;

int countOf(int block) {
#ifdef OF_TILES
  return numberLeft(u_counts, block);
#else
  return fetchId(u_counts, block);
#endif
}

void run(int i) {
  int count = 0;
  int end = min((i + 1) * kBranch, u_blocks);
  for (int block = i * kBranch; block < end; ++block) count += countOf(block);
  o_count = encodeId(count, 1.0);
}
