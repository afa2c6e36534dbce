// Finds, among particles in buffers, the particles that may be near, for cells/near_bits.glsl. Functions, for
// particle_buffers.glsl.

#include "dpd/may_be_near.glsl"

// Three particles are read at a time, since such reads do not wait for each other. If it were four, more of the reads
// would be past the end of a stretch.
const int kNearTogether = 3;
const int kNearAlignment = 1;

/// Returns a bit for each of the kNearTogether particles from `place` on, set if the particle may be near.
uint nearTogether(int place, vec3 position, vec3 image) {
  vec3 from = position - image;
  return mayBeNear(from, positionOf(place).xyz, 0) | mayBeNear(from, positionOf(place + 1).xyz, 1) |
         mayBeNear(from, positionOf(place + 2).xyz, 2);
}
