// Where cells begin among particles in the order of their cells. Functions, for a group of kGroupSize invocations.
// Reads: b_counts, as sums of those before in their part of u_partLength; b_partSums, the sums of the kParts parts.

#include "texel/group_scan.glsl"

uniform uint u_partLength;

/// To be called first, by all invocations of the group.
void loadPartSums() {
  for (uint part = threadNumber(); part < kParts; part += kGroupSize) s_pool[padded(part)] = b_partSums[part];
  sync();
  scanPool(kParts);
}

uint startOf(uint cell) {
  return b_counts[cell] + s_pool[padded(cell / u_partLength)];
}
