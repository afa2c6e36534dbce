// Finds how far points have moved since their pairs were kept. Compute only (OpenGL 4.3).
// Reads: what pairs/resident/point.glsl reads, and b_kept, the points then. Writes: b_moved, two floats as their bits,
// ordered as positive floats and then NaN: the largest square of a move, in skins; and a number not below any
// coordinate, in cut-offs. One invocation: one point.

#include "pairs/resident/point.glsl"

void note(int at, double number) {
  uint bits = floatBitsToUint(float(number)) & 0x7FFFFFFFu;
  if (b_moved[at] < bits) atomicMax(b_moved[at], bits);
}

void run(int i) {
  dvec3 own = pointAt(i);
  dvec3 by = kPerSkin * (own - dvec3(b_kept[3 * i], b_kept[3 * i + 1], b_kept[3 * i + 2]));
  note(0, dot(by, by));
  note(1, kPerCutoff * (abs(own.x) + abs(own.y) + abs(own.z)));
}
