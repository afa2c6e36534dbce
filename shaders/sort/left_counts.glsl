// Finds elements that are left by their counts in blocks and blocks of blocks (src/sort/left_counts.h). Functions.
// Reads: u_counts0, how many are left of each block of kLeaf elements; u_counts1, of each kBranch of these blocks; and so
// on, COUNT_LEVELS of them, the last with no more than kBranch.

#include "texel/id.glsl"

uniform sampler2D u_counts0;
uniform sampler2D u_counts1;
uniform sampler2D u_counts2;
uniform sampler2D u_counts3;
uniform sampler2D u_counts4;

/// Of the kBranch blocks of a level in `block` of the level above, that with the k-th element; k then is the k-th in it.
int blockIn(sampler2D counts, int block, inout int k) {
  block *= kBranch;
  for (int end = block + kBranch; block < end; block += 4) {
    // Four reads that do not wait for each other. Behind the last block may be others, which come after it.
    int first = fetchId(counts, block);
    int second = fetchId(counts, block + 1);
    int third = fetchId(counts, block + 2);
    int fourth = fetchId(counts, block + 3);
    if (k < first) return block;
    k -= first;
    if (k < second) return block + 1;
    k -= second;
    if (k < third) return block + 2;
    k -= third;
    if (k < fourth) return block + 3;
    k -= fourth;
  }
  return block;
}

/// The block of kLeaf elements with the k-th of all that are left; k then is the k-th in it.
int leafWith(inout int k) {
  int block = 0;
#if COUNT_LEVELS > 4
  block = blockIn(u_counts4, block, k);
#endif
#if COUNT_LEVELS > 3
  block = blockIn(u_counts3, block, k);
#endif
#if COUNT_LEVELS > 2
  block = blockIn(u_counts2, block, k);
#endif
#if COUNT_LEVELS > 1
  block = blockIn(u_counts1, block, k);
#endif
  return blockIn(u_counts0, block, k);
}
