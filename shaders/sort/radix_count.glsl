// First third of a pass of the radix sort: counts the keys of each digit per work group. Reads keys; writes b_counts,
// where the count of digit c in group g is word c * (number of groups) + g. One group: u_tilesPerGroup tiles.

#pragma optionNV(unroll all)
#include "sort/radix_keys.glsl"

shared uint s_counts[kRadix];

void main() {
  uint group = gl_WorkGroupID.x;
  uint t = gl_LocalInvocationIndex;
  for (uint digit = t; digit < kRadix; digit += kGroupSize) s_counts[digit] = 0u;
  memoryBarrierShared();
  barrier();
  uint begin = group * u_tilesPerGroup * kTile;
  uint end = min(begin + u_tilesPerGroup * kTile, u_count);
  for (uint base = begin + t; base < end; base += kTile) {
    uint keys[kItems];
    for (uint k = 0u; k < kItems; ++k) {
      uint i = base + k * kGroupSize;
      if (i < end) keys[k] = loadKey(i);
    }
    for (uint k = 0u; k < kItems; ++k) {
      if (base + k * kGroupSize < end) atomicAdd(s_counts[digitOf(keys[k])], 1u);
    }
  }
  memoryBarrierShared();
  barrier();
  for (uint digit = t; digit < kRadix; digit += kGroupSize) {
    b_counts[digit * gl_NumWorkGroups.x + group] = s_counts[digit];
  }
}
