// Writes the columns of lengths. Compute only (OpenGL 4.3).
// Reads: b_first and b_slots of pairs/resident/shifts.glsl, b_system, and what pairs/resident/vector.glsl reads.
// Writes: b_vectors and b_distances. One invocation: one pair.

#include "pairs/resident/vector.glsl"

/// The square root, correctly rounded as on a processor: that of shaders may be one unit off. The residual of a root
/// with an error of one unit is exact in fused arithmetic.
double rootOf(double squared) {
  double root = sqrt(squared);
  if (root == 0.0LF) return root;
  double residual = fma(-root, root, squared);
  return fma(residual, 0.5LF / root, root);
}

void run(int row) {
  int i = int(b_first[row]);
  uvec4 slot = b_slots[row];
  dvec3 d = vectorOf(int(b_system[i]), i, int(slot.x), ivec3(slot.yzw));
  for (int k = 0; k < 3; ++k) b_vectors[3 * row + k] = LENGTH(d[k]);
  b_distances[row] = LENGTH(rootOf(squaredOf(d)));
}
