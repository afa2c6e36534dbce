// Finds the lengths of the rows of a matrix. Compute only (OpenGL 4.3).
// Reads: b_offsets, the offsets of the rows of points in two words. Writes: b_counts, and b_most, the largest of them.
// One invocation: one point.

void run(int i) {
  uint count = b_offsets[i + 1].x - b_offsets[i].x;
  b_counts[i] = count;
  if (b_most[0] < count) atomicMax(b_most[0], count);
}
