// Makes one level of the HistoPyramid: adds up counts of unvisited elements. Each count belongs to a group of eight
// elements or to a block.
// Reads: u_counts, the counts of the level below; with OF_TILES the tiles of unvisited_tile.glsl. Writes: o_count, the
// sum over kBranch groups or blocks. One invocation: one sum.

#include "sort/unvisited_tile.glsl"

uniform sampler2D u_counts;
uniform int u_blocks;

int countOf(int block) {
#ifdef OF_TILES
  return numberUnvisited(u_counts, block);
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
