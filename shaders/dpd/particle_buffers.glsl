// The particles as they lie in buffers, in the order of their cells (src/dpd/ordered_step.h). Compute only (OpenGL 4.3).
// Reads: b_position, b_velocity, b_predicted, each as in particle_textures.glsl.

vec4 positionOf(int i) {
  return b_position[i];
}

vec4 velocityOf(int i) {
  return b_velocity[i];
}

vec4 predictedOf(int i) {
  return b_predicted[i];
}

#include "dpd/particles_by_cell.glsl"

/// Whether the image of a particle is nearer to `position` than the cut-off, to the last bit as pair_terms.glsl says.
uint isNear(int place, vec3 position, vec3 image) {
  vec3 d = (position - positionOf(place).xyz) - image;
  return uint(dot(d, d) < 1.0);
}

// As many as do not wait for each other's reads.
const int kNearTogether = 4;
const int kNearAlignment = 1;

/// A bit for each of the particles from `place` on that is near.
uint nearTogether(int place, vec3 position, vec3 image) {
  return isNear(place, position, image) | isNear(place + 1, position, image) << 1 |
         isNear(place + 2, position, image) << 2 | isNear(place + 3, position, image) << 3;
}
