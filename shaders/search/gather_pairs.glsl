// Lists the points near each point in blocks of 16, for passes that write only their own element: finds the list a
// block belongs to, walks the neighbourhood, and keeps the points that belong to this block.
// Reads: what search/pairs.glsl reads, and u_end, where the blocks of each list end (z). Writes: 16 slots as those of
// search/store_pairs.glsl, kNull behind the last point. One invocation: block u_firstBlock + i.

#include "search/pairs.glsl"

uniform usampler2D u_end;
uniform int u_lastList;
uniform uint u_firstBlock;

int g_place = 0;
uint g_slots[kBlock];

void onPair(int number, bool ambiguous) {
  if (g_place >= 0 && g_place < kBlock) g_slots[g_place] = uint(number) | (ambiguous ? kAmbiguous : 0u);
  ++g_place;
}

uint blocksUpTo(int list) {
  return texelFetch(u_end, texelOf(list), 0).z;
}

void run(int i) {
  uint block = u_firstBlock + uint(i);
  int low = 0;
  int high = u_lastList;
  while (low < high) {
    int middle = (low + high) / 2;
    if (blocksUpTo(middle) > block) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  g_place = -kBlock * int(block - (low > 0 ? blocksUpTo(low - 1) : 0u));
  for (int k = 0; k < kBlock; ++k) g_slots[k] = uint(kNull);
  forEachPair(low);
  o_slots0 = uvec4(g_slots[0], g_slots[1], g_slots[2], g_slots[3]);
  o_slots1 = uvec4(g_slots[4], g_slots[5], g_slots[6], g_slots[7]);
  o_slots2 = uvec4(g_slots[8], g_slots[9], g_slots[10], g_slots[11]);
  o_slots3 = uvec4(g_slots[12], g_slots[13], g_slots[14], g_slots[15]);
}
