// Writes the columns of lengths. Compute only (OpenGL 4.3).
// Reads: b_first and b_slots of pairs/resident/shifts.glsl, b_system, and what pairs/resident/vector.glsl reads.
// Writes: b_vectors and b_distances. One invocation: one pair.

#include "pairs/resident/vector.glsl"

/// Returns the number whose bits are `steps` after those of a positive number.
double neighbourOf(double number, int steps) {
  uvec2 bits = unpackDouble2x32(number);
  uint low = bits.x + uint(steps);
  if (steps > 0 && low == 0u) ++bits.y;
  if (steps < 0 && bits.x == 0u) --bits.y;
  return packDouble2x32(uvec2(low, bits.y));
}

/// Returns whether a square is above the product of two numbers that are both within a few units of its root: in whole
/// numbers, exactly. The low 64 bits of the mantissas' product tell the difference, which is small.
bool isAbove(double square, double a, double b) {
  uvec2 x = unpackDouble2x32(square);
  uvec2 u = unpackDouble2x32(a);
  uvec2 v = unpackDouble2x32(b);
  int shift = int(x.y >> 20) - int(u.y >> 20) - int(v.y >> 20) + 1075;  // 51 to 54
  u.y = (u.y & 0xFFFFFu) | 0x100000u;
  v.y = (v.y & 0xFFFFFu) | 0x100000u;
  uint high;
  uint low;
  umulExtended(u.x, v.x, high, low);
  high += u.x * v.y + u.y * v.x;
  uint difference = (x.x << uint(shift - 32)) - high - uint(low != 0u);
  return int(difference) >= 0 && (difference | low) != 0u;
}

/// The square root, correctly rounded as on a processor. The root of shaders may be two units off, and after a step
/// of Newton's method still one, where the root is near the middle between two numbers. Root r of x is right if x is
/// above r times the number before r, and not above r times that after it (Tuckerman).
double rootOf(double squared) {
  if (unpackDouble2x32(squared).y < 0x04000000u) return sqrt(squared);  // below 2^-959, or 0
  double near = sqrt(squared);
  double root = fma(fma(-near, near, squared), 0.5LF / near, near);
  double before = neighbourOf(root, -1);
  if (!isAbove(squared, root, before)) return before;
  double after = neighbourOf(root, 1);
  return isAbove(squared, root, after) ? after : root;
}

void run(int row) {
  int i = int(b_first[row]);
  uvec4 slot = b_slots[row];
  dvec3 d = vectorOf(int(b_system[i]), i, int(slot.x), ivec3(slot.yzw));
  for (int k = 0; k < 3; ++k) b_vectors[3 * row + k] = LENGTH(d[k]);
  b_distances[row] = LENGTH(rootOf(squaredOf(d)));
}
