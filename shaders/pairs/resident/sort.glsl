// Sorts the pairs of each point by the other point, then the shift. Compute only (OpenGL 4.3).
// Reads: b_first and b_slots of pairs/resident/shifts.glsl, with the rows from u_firstRow on, and what
// pairs/resident/rows.glsl reads. Writes: b_sorted. One invocation: one pair, which counts those of its point that
// come before it.

#include "pairs/resident/rows.glsl"

uniform uint u_firstRow;

bool isBefore(uvec4 a, uvec4 b) {
  ivec4 u = ivec4(a);
  ivec4 v = ivec4(b);
  if (u.x != v.x) return u.x < v.x;
  if (u.y != v.y) return u.y < v.y;
  return u.z != v.z ? u.z < v.z : u.w < v.w;
}

void run(int row) {
  int number = int(b_first[row]);
  uint begin = rowsBefore(number).x - u_firstRow;
  uint end = rowsBefore(number + 1).x - u_firstRow;
  uvec4 own = b_slots[row];
  uint to = begin;
  for (uint k = begin; k < end; ++k) to += uint(isBefore(b_slots[k], own));
  b_sorted[to] = own;
}
