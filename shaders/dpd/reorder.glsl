// Puts particles into the order of their cells.
// Reads: the particles in their textures, and u_order, the particle of each place. Writes: o_position, o_velocity and
// o_predicted of the particle that belongs in the place. One invocation: one place.

#include "dpd/particle_textures.glsl"
#include "texel/id.glsl"

uniform sampler2D u_order;

void run(int i) {
  int particle = fetchId(u_order, i);
  o_position = positionOf(particle);
  o_velocity = velocityOf(particle);
  o_predicted = predictedOf(particle);
}
