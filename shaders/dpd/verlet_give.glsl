// Copies particles from their buffers to textures, in the order of their ids. Compute only (OpenGL 4.3).
// Reads: the particles in their buffers, b_place. Writes: o_position, o_velocity, o_predicted. One invocation: one particle.

#include "dpd/particle_buffers.glsl"

void run(int i) {
  int place = int(b_place[i]);
  o_position = positionOf(place);
  o_velocity = velocityOf(place);
  o_predicted = predictedOf(place);
}
