// Whether a particle may be nearer than the cut-off, which costs less than to know it: pair_terms.glsl has the last word.
// Reads: kBoxSize (src/cells/cell_grid.h). Writes nothing. Functions.

// Taking the image from one particle instead of from the difference of both rounds otherwise, by less than 2^-21 of the
// longest side along each axis. The square of a distance below 1 then is wrong by less than 2 sqrt(3) of that and its own
// rounding, so that what is near is never missed.
const float kLongestSide = max(max(kBoxSize.x, kBoxSize.y), max(kBoxSize.z, 1.0));
const float kMayBeNearSquared = 1.0 + kLongestSide / 524288.0;

/// `bit`, 0..31, of the result is set if a particle at `other` may be near to `from`, a position less the other's image.
uint mayBeNear(vec3 from, vec3 other, int bit) {
  vec3 d = from - other;
  // The sign of the difference, which is the topmost bit, without a comparison.
  uint beyond = floatBitsToUint(d.z * d.z + (d.y * d.y + (d.x * d.x - kMayBeNearSquared)));
  return beyond >> (31 - bit) & 1u << bit;
}
