// Finds the k-th unvisited element by a descent from the top of a HistoPyramid (src/sort/single_pass_sort.h).
// Functions.
// Reads: u_tiles, in the format of unvisited_tile.glsl; u_counts0, the number of unvisited elements in each block of
// kBranch groups of eight elements; u_counts1, the number in each block of kBranch such blocks; and so on for
// COUNT_LEVELS levels, the last of which has at most kMostCounts counts.

#include "sort/unvisited_tile.glsl"

uniform sampler2D u_tiles;
uniform sampler2D u_counts0;
uniform sampler2D u_counts1;
uniform sampler2D u_counts2;
uniform sampler2D u_counts3;

/// Returns whether the k-th element is past four blocks with these counts. Before the call, `block` is the number of
/// the first of these blocks; after the call, the number of the block with the element, or of the block after all four.
/// Makes k relative to that block.
bool isPast(ivec4 counts, inout int block, inout int k) {
  ivec4 sums = counts;
  sums.yw += sums.xz;
  sums.zw += sums.y;
  ivec4 isPassed = ivec4(lessThanEqual(sums, ivec4(k)));
  int passed = isPassed.x + isPassed.y + isPassed.z + isPassed.w;
  if (passed > 0) k -= sums[passed - 1];
  block += passed;
  return passed == 4;
}

// The functions below read four counts at a time, since such reads do not wait for each other. The functions may read
// past the last block of a parent.

/// Returns the block with the k-th element among the children of `block`, and makes k relative to that block.
int blockIn(sampler2D counts, int block, inout int k) {
  block *= kBranch;
  for (int end = block + kMostCounts; block < end;) {
    ivec4 four = ivec4(fetchId(counts, block), fetchId(counts, block + 1), fetchId(counts, block + 2),
                       fetchId(counts, block + 3));
    if (!isPast(four, block, k)) break;
  }
  return block;
}

/// Returns the group of eight with the k-th element of a block, and makes k relative to that group.
int eightIn(int block, inout int k) {
  int eight = block * kBranch;
  for (int end = eight + kBranch; eight < end;) {
    ivec4 four = ivec4(numberUnvisited(u_tiles, eight), numberUnvisited(u_tiles, eight + 1),
                       numberUnvisited(u_tiles, eight + 2), numberUnvisited(u_tiles, eight + 3));
    if (!isPast(four, eight, k)) break;
  }
  return eight;
}

/// Returns the k-th of all unvisited elements.
int unvisitedElement(int k) {
  int block = 0;
#if COUNT_LEVELS > 3
  block = blockIn(u_counts3, block, k);
#endif
#if COUNT_LEVELS > 2
  block = blockIn(u_counts2, block, k);
#endif
#if COUNT_LEVELS > 1
  block = blockIn(u_counts1, block, k);
#endif
  int eight = eightIn(blockIn(u_counts0, block, k), k);
  int bits = unvisitedOf(u_tiles, eight);
  for (; k > 0; --k) bits &= bits - 1;
  int place = 0;
  while (place < 7 && (bits >> place & 1) == 0) ++place;
  return 8 * eight + place;
}
