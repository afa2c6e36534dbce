// Counts the kept pairs of a point that are pairs now. Compute only (OpenGL 4.3).
// Reads: b_kept, slots of kept pairs from the row u_firstKept on, b_offsets, the offsets of their rows in two words, of
// which the low ones count, and what pairs/resident/kept.glsl reads. Writes: b_count. One invocation: one point.

#include "pairs/resident/kept.glsl"

uniform uint u_firstKept;

void run(int i) {
  uint count = 0u;
  uint end = b_offsets[i + 1].x - u_firstKept;
  for (uint k = b_offsets[i].x - u_firstKept; k < end; ++k) count += uint(isNear(i, b_kept[k]));
  b_count[i] = count;
}
