// Finds the starts of cells among particles in the order of their cells. Functions, for a group of kGroupSize
// invocations.
// Reads: b_counts, the exclusive prefix sums within parts of u_partLength counts; b_partSums, the sums of the kParts
// parts.

#include "texel/group_scan.glsl"

uniform uint u_partLength;

/// Writes the starts of parts to the pool. All invocations of the group must call this function before startOf.
void loadPartSums() {
  for (uint part = threadNumber(); part < kParts; part += kGroupSize) s_pool[padded(part)] = b_partSums[part];
  sync();
  scanPool(kParts);
}

uint startOf(uint cell) {
  return b_counts[cell] + s_pool[padded(cell / u_partLength)];
}
