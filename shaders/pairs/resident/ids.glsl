// Writes the columns of numbers. Compute only (OpenGL 4.3).
// Reads: b_first and b_slots of pairs/resident/shifts.glsl. Writes: b_i and b_j, with WIDE as two words of which the
// high one is 0, and b_shifts. One invocation: one pair.

void run(int row) {
  uvec4 slot = b_slots[row];
#ifdef WIDE
  b_i[row] = uvec2(b_first[row], 0u);
  b_j[row] = uvec2(slot.x, 0u);
#else
  b_i[row] = b_first[row];
  b_j[row] = slot.x;
#endif
  for (int k = 0; k < 3; ++k) b_shifts[3 * row + k] = slot[k + 1];
}
