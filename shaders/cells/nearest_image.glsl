// The image of a particle that is nearest to another one. Function. Reads and writes nothing.

/// Returns the image for a position relative to another one less than half the box away.
vec3 nearestImage(vec3 separation) {
  return vec3(kPeriodic) * kBoxSize * roundEven(separation / kBoxSize);
}
