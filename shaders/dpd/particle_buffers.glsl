// The particles in buffers, in the order of their cells (src/dpd/steps/ordered_step.h). Compute only (OpenGL 4.3).
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

#include "dpd/neighbours_in_place.glsl"
