// Copies particles from their buffers to textures, in the same order. Compute only (OpenGL 4.3).
// Reads: the particles in their buffers. Writes: o_position, o_velocity, o_predicted. One invocation: one particle.

#include "dpd/particle_buffers.glsl"

void run(int i) {
  o_position = positionOf(i);
  o_velocity = velocityOf(i);
  o_predicted = predictedOf(i);
}
