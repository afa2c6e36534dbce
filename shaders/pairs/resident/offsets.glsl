// Writes the offsets of the rows of points, as numbers of two words. Compute only (OpenGL 4.3).
// Reads: what pairs/resident/rows.glsl reads. Writes: b_offsets. One invocation: one offset.

#include "pairs/resident/rows.glsl"

void run(int i) {
  b_offsets[i] = rowsBefore(i);
}
