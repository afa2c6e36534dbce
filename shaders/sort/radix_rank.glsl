// Finds the place of each key of a tile among the keys with the same digit, by counts in s_pool, in one of three ways.
// Functions.
//
// The word of the pool with the number digit * kColumns + column counts the keys with this digit in this column. A
// column is a subgroup (RANK_BY_SUBGROUPS), 32 invocations (RANK_BY_MASKS) or one invocation (RANK_BY_COUNTERS, as in
// Helluy, "A portable implementation of the radix sort algorithm in OpenCL", section 2.1). Columns are consecutive
// parts of the tile, so that after scanPool a word is the start of the keys of its digit and column in the sorted tile.

#include "texel/group_scan.glsl"

const uint kWords = kRadix * kColumns;

#ifdef RANK_BY_COUNTERS

uint column() { return threadNumber(); }

// Returns the place of key k of this invocation in the tile.
uint placeInTile(uint k) { return threadNumber() * kItems + k; }

uint rankNext(uint digit) {
  uint word = padded(digit * kColumns + column());
  uint before = s_pool[word];
  s_pool[word] = before + 1u;
  return before;
}

#else

uint column() { return threadNumber() / 32u; }

uint placeInTile(uint k) { return column() * 32u * kItems + k * 32u + threadNumber() % 32u; }

// Returns the number of earlier keys with this digit in the column. All invocations of the column must call this
// function for k = 0, 1, ... one after the other. Bit l of `peers` is set if invocation l of the 32 has the same digit.
#ifdef RANK_BY_SUBGROUPS

uint rankNext(uint digit) {
  uint lane = gl_SubgroupInvocationID;
  uint peers = ~0u;
  for (uint bit = 0u; bit < kRadixBits; ++bit) {
    bool isSet = ((digit >> bit) & 1u) != 0u;
    uint vote = subgroupBallot(isSet).x;
    peers &= isSet ? vote : ~vote;
  }
  uint leader = uint(findLSB(peers));
  uint before = 0u;
  if (lane == leader) {
    before = atomicAdd(s_pool[padded(digit * kColumns + column())], uint(bitCount(peers)));
  }
  subgroupMemoryBarrierShared();
  return subgroupShuffle(before, leader) + uint(bitCount(peers & ((1u << lane) - 1u)));
}

#else

shared uint s_masks[kWords];

uint rankNext(uint digit) {
  uint lane = threadNumber() % 32u;
  uint word = digit * kColumns + column();
  atomicOr(s_masks[word], 1u << lane);
  sync();
  uint peers = s_masks[word];
  uint before = s_pool[padded(word)];
  sync();
  if (lane == uint(findLSB(peers))) {
    s_pool[padded(word)] = before + uint(bitCount(peers));
    s_masks[word] = 0u;
  }
  sync();
  return before + uint(bitCount(peers & ((1u << lane) - 1u)));
}

#endif
#endif

void clearCounts() {
  for (uint word = threadNumber(); word < kWords; word += kGroupSize) {
    s_pool[padded(word)] = 0u;
#ifdef RANK_BY_MASKS
    s_masks[word] = 0u;
#endif
  }
  sync();
}
