// Finds elements that are left by their counts in blocks (src/sort/left_counts.h). Functions.
// Reads: u_tiles, which are left, as left_tile.glsl says; u_counts0, how many of kBranch eights; u_counts1, of kBranch such
// blocks; and so on, COUNT_LEVELS of them, the last with no more than kMostCounts.

#include "sort/left_tile.glsl"

uniform sampler2D u_tiles;
uniform sampler2D u_counts0;
uniform sampler2D u_counts1;
uniform sampler2D u_counts2;
uniform sampler2D u_counts3;

/// Whether the k-th element is behind four blocks with so many. `block`, the first of these, is moved to the one with it,
/// or behind them, and k is the k-th from there.
bool isBehind(ivec4 counts, inout int block, inout int k) {
  ivec4 sums = counts;
  sums.yw += sums.xz;
  sums.zw += sums.y;
  ivec4 isPassed = ivec4(lessThanEqual(sums, ivec4(k)));
  int passed = isPassed.x + isPassed.y + isPassed.z + isPassed.w;
  if (passed > 0) k -= sums[passed - 1];
  block += passed;
  return passed == 4;
}

// Below, four reads do not wait for each other. Behind the last block may be others, which come after it.

/// Of the blocks from the first of those in `block` on, that with the k-th element; k then is the k-th in it.
int blockIn(sampler2D counts, int block, inout int k) {
  block *= kBranch;
  for (int end = block + kMostCounts; block < end;) {
    ivec4 four = ivec4(fetchId(counts, block), fetchId(counts, block + 1), fetchId(counts, block + 2),
                       fetchId(counts, block + 3));
    if (!isBehind(four, block, k)) break;
  }
  return block;
}

/// The same with the eights in a block.
int eightIn(int block, inout int k) {
  int eight = block * kBranch;
  for (int end = eight + kBranch; eight < end;) {
    ivec4 four = ivec4(numberLeft(u_tiles, eight), numberLeft(u_tiles, eight + 1),
                       numberLeft(u_tiles, eight + 2), numberLeft(u_tiles, eight + 3));
    if (!isBehind(four, eight, k)) break;
  }
  return eight;
}

/// The k-th of all elements that are left.
int elementLeft(int k) {
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
  int bits = leftOf(u_tiles, eight);
  for (; k > 0; --k) bits &= bits - 1;
  int place = 0;
  while (place < 7 && (bits >> place & 1) == 0) ++place;
  return 8 * eight + place;
}
