// The image of a particle that is nearest to another particle. Function. Reads and writes nothing.

/// Returns the vector to subtract from the difference of two positions, so that the remaining difference is at most
/// half of the box along each periodic axis.
vec3 nearestImage(vec3 separation) {
  return vec3(kPeriodic) * kBoxSize * roundEven(separation / kBoxSize);
}
