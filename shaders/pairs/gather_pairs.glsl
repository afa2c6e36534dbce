// Lists the points near each point in blocks of 16 slots, for devices on which an invocation can write only its own
// element. An invocation finds the window of its block, and reads the hits of the window.
// Reads: the inputs of pairs/pairs.glsl; the cells, through the ranges; u_searched and u_windowEnds, as in
// pairs/find_hits.glsl; u_hits0 and u_hits1; u_blockEnds, z: the end of the blocks of each window. Writes: 16 slots in
// the format of pairs/store_pairs.glsl, kNull after the last point of the window. One invocation: block u_firstBlock +
// i; blocks and windows are counted from window u_firstWindow on.

#include "pairs/candidates.glsl"
#include "pairs/pairs.glsl"
#include "texel/bits.glsl"

uniform usampler2D u_searched;
uniform usampler2D u_windowEnds;
uniform usampler2D u_blockEnds;
uniform usampler2D u_hits0;
uniform usampler2D u_hits1;
uniform uint u_firstWindow;
uniform int u_lastWindow;
uniform int u_firstBlock;

const int kNoHit = 0x7FFFFFFF;

uvec4 g_hits0 = uvec4(0u);
uvec4 g_hits1 = uvec4(0u);
/// The present word of hits: its number, and its remaining hits.
int g_word = 0;
uint g_left = 0u;

void goToWord(int word) {
  g_word = word;
  g_left = word < 4 ? g_hits0[word] : g_hits1[word - 4];
}

void skipHits(uint count) {
  for (uint bits = bitsSet(g_left); bits <= count && g_word < kHitWords - 1; bits = bitsSet(g_left)) {
    count -= bits;
    goToWord(g_word + 1);
  }
  for (; count > 0u; --count) g_left &= g_left - 1u;
}

/// Returns the first of the remaining hits, and removes it.
int takeHit() {
  while (g_left == 0u && g_word < kHitWords - 1) goToWord(g_word + 1);
  if (g_left == 0u) return kNoHit;
  uint others = g_left & (g_left - 1u);
  // A power of two is exact as a float. The exponent of the float is the number of the bit.
  int bit = int(floatBitsToUint(float(g_left ^ others)) >> 23) - 127;
  g_left = others;
  return 32 * g_word + bit;
}

int blocksUpTo(int window) {
  return int(texelFetch(u_blockEnds, texelOf(window), 0).z);
}

void run(int i) {
  int block = u_firstBlock + i;
  int low = 0;
  int high = u_lastWindow;
  while (low < high) {
    int middle = (low + high) / 2;
    if (blocksUpTo(middle) > block) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  g_hits0 = texelFetch(u_hits0, texelOf(low), 0);
  g_hits1 = texelFetch(u_hits1, texelOf(low), 0);
  int list = int(g_hits1.w);
  uint windowsBefore = list > 0 ? texelFetch(u_windowEnds, texelOf(list - 1), 0).x : 0u;
  g_candidates = -kWindow * int(u_firstWindow + uint(low) - windowsBefore);
  goToWord(0);
  skipHits(uint((block - (low > 0 ? blocksUpTo(low - 1) : 0)) * kBlock));
  uint slots[kBlock];
  for (int k = 0; k < kBlock; ++k) slots[k] = uint(kNull);
  beginList(list);
  beginStretches(list, texelFetch(u_searched, texelOf(list), 0).xyz);
  int slot = 0;
  int hit = takeHit();
  while (hit != kNoHit && slot < kBlock && nextStretch(hit)) {
    while (hit < g_candidates && slot < kBlock) {
      slots[slot++] = slotOf(otherAt(g_firstPlace + hit, g_image));
      hit = takeHit();
    }
  }
  o_slots0 = uvec4(slots[0], slots[1], slots[2], slots[3]);
  o_slots1 = uvec4(slots[4], slots[5], slots[6], slots[7]);
  o_slots2 = uvec4(slots[8], slots[9], slots[10], slots[11]);
  o_slots3 = uvec4(slots[12], slots[13], slots[14], slots[15]);
}
