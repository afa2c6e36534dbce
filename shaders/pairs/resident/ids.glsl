// Writes the columns of numbers. Compute only (OpenGL 4.3).
// Reads: b_first and b_slots of pairs/resident/shifts.glsl, and u_firstOther, the number of the first point of the
// second of two sets, 0 within one set. Writes: b_i and b_j, of u_words words, the second of which is 0; b_shifts. One
// invocation: one pair.

uniform int u_firstOther;
uniform int u_words;

void run(int row) {
  uvec4 slot = b_slots[row];
  b_i[u_words * row] = b_first[row];
  b_j[u_words * row] = slot.x - uint(u_firstOther);
  if (u_words == 2) {
    b_i[2 * row + 1] = 0u;
    b_j[2 * row + 1] = 0u;
  }
  for (int k = 0; k < 3; ++k) b_shifts[3 * row + k] = slot[k + 1];
}
