// Makes ranges from sorted keys. Reads b_keys (the buckets, sorted) and b_order; writes the images u_order (element of
// each place) and u_start (the start of each bucket, then the number of elements). One invocation: the places i, i + n,
// i + 2 n, ... and the buckets that begin there, where n is kGroupSize * (number of groups). All invocations of a group
// together fill in long rows of empty buckets.

#include "texel/layout.glsl"

uniform uint u_count;
uniform uint u_buckets;

const uint kLong = 32u;
// With 4 buckets per iteration, 2^24 buckets take fewer than the 65,535 iterations after which Mesa's software renderer
// leaves a loop.
const uint kAtOnce = 4u;

// Rows of empty buckets: first bucket, end, and the place at which all of these buckets begin.
shared uvec3 s_rows[kGroupSize];
shared uint s_rowCount;

void storeStart(uint bucket, uint place) {
  imageStore(u_start, texelOf(int(bucket)), uvec4(place));
}

void main() {
  uint t = gl_LocalInvocationIndex;
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint base = gl_WorkGroupID.x * kGroupSize; base <= u_count; base += stride) {
    if (t == 0u) s_rowCount = 0u;
    memoryBarrierShared();
    barrier();
    uint place = base + t;
    if (place <= u_count) {
      if (place < u_count) imageStore(u_order, texelOf(int(place)), uvec4(b_order[place]));
      uint first = place > 0u ? b_keys[place - 1u] + 1u : 0u;
      uint end = (place < u_count ? b_keys[place] : u_buckets) + 1u;
      if (end - first <= kLong) {
        for (uint bucket = first; bucket < end; ++bucket) storeStart(bucket, place);
      } else {
        s_rows[atomicAdd(s_rowCount, 1u)] = uvec3(first, end, place);
      }
    }
    memoryBarrierShared();
    barrier();
    for (uint k = 0u; k < s_rowCount; ++k) {
      for (uint first = s_rows[k].x + t; first < s_rows[k].y; first += kAtOnce * kGroupSize) {
        for (uint n = 0u; n < kAtOnce; ++n) {
          uint bucket = first + n * kGroupSize;
          if (bucket < s_rows[k].y) storeStart(bucket, s_rows[k].z);
        }
      }
    }
    barrier();
  }
}
