// Tests whether a particle may be nearer than the cut-off, at less cost than the exact test in pair_terms.glsl.
// Reads: kBoxSize (src/cells/cell_grid.h). Writes nothing. Functions.

// The largest squared distance at which a particle may be near. Here the image is subtracted from the position of one
// particle, but in the exact test from the difference of both positions. Rounding makes the results differ by less than
// 2^-21 of the longest side along each axis. The square of a distance below 1 is then wrong by less than 2 sqrt(3)
// times this error, and by its own rounding, so that no near particle is missed.
const float kLongestSide = max(max(kBoxSize.x, kBoxSize.y), max(kBoxSize.z, 1.0));
const float kMayBeNearSquared = 1.0 + kLongestSide / 524288.0;

/// Returns a word in which only `bit`, 0..31, is set if a particle at `other` may be near `from`, else 0. `from` is the
/// position of one particle minus `image` of the other particle.
uint mayBeNear(vec3 from, vec3 other, int bit) {
  vec3 d = from - other;
  // Takes the sign of the difference, its topmost bit, without a comparison.
  uint beyond = floatBitsToUint(d.z * d.z + (d.y * d.y + (d.x * d.x - kMayBeNearSquared)));
  return beyond >> (31 - bit) & 1u << bit;
}
