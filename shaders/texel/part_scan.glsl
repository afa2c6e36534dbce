// Replaces the counts of each part by their exclusive prefix sum. Reads and writes b_counts; writes b_partSums, the sum
// of each part. One group: a part of u_partLength counts.

#include "texel/group_scan.glsl"

uniform uint u_length;      // all counts
uniform uint u_partLength;  // counts per part; the last parts may have fewer counts, or none

void main() {
  uint part = gl_WorkGroupID.x;
  uint first = min(part * u_partLength, u_length);
  uint last = min(first + u_partLength, u_length);
  uint sum = 0u;
  for (uint base = first; base < last; base += kChunk) {
    uint n = min(kChunk, last - base);
    for (uint i = threadNumber(); i < n; i += kGroupSize) s_pool[padded(i)] = b_counts[base + i];
    sync();
    uint total = scanPool(n);
    for (uint i = threadNumber(); i < n; i += kGroupSize) b_counts[base + i] = sum + s_pool[padded(i)];
    sum += total;
    sync();
  }
  if (threadNumber() == 0u) b_partSums[part] = sum;
}
