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

/// Returns the upper half of the digits of a number (Veltkamp).
double upperHalf(double number) {
  precise double scaled = 134217729.0LF * number;
  precise double rest = scaled - number;
  precise double upper = scaled - rest;
  return upper;
}

/// Returns square - a * b, rounded so that its sign is right if the square is near the product (Dekker). Not by fma,
/// which a renderer without it rounds twice.
double excess(double square, double a, double b) {
  double a1 = upperHalf(a);
  double b1 = upperHalf(b);
  precise double a2 = a - a1;
  precise double b2 = b - b1;
  precise double product = a * b;
  precise double upper = a1 * b1 - product;
  precise double middle = upper + a1 * b2;
  precise double lower = middle + a2 * b1;
  precise double error = lower + a2 * b2;
  precise double difference = square - product;
  precise double result = difference - error;
  return result;
}

/// The square root, correctly rounded as on a processor: that of shaders may be one unit off. Root r of x is right if
/// x is above r times the number before r, and not above r times that after it (Tuckerman).
double rootOf(double squared) {
  double root = sqrt(squared);
  if (root == 0.0LF) return root;
  double before = neighbourOf(root, -1);
  if (excess(squared, root, before) <= 0.0LF) return before;
  double after = neighbourOf(root, 1);
  return excess(squared, root, after) > 0.0LF ? after : root;
}

void run(int row) {
  int i = int(b_first[row]);
  uvec4 slot = b_slots[row];
  dvec3 d = vectorOf(int(b_system[i]), i, int(slot.x), ivec3(slot.yzw));
  for (int k = 0; k < 3; ++k) b_vectors[3 * row + k] = LENGTH(d[k]);
  b_distances[row] = LENGTH(rootOf(squaredOf(d)));
}
