// The image of a particle that is nearest to another particle. Function. Reads and writes nothing.

/// Returns the image for the difference of two positions that are less than half of the box apart.
vec3 nearestImage(vec3 separation) {
  return vec3(kPeriodic) * kBoxSize * roundEven(separation / kBoxSize);
}
