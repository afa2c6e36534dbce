// Puts particles into the order of their cells.
// Reads: the particles in their textures, and u_order, the particle of each place. Writes: the particle that belongs in
// place i. One invocation: one place.

#include "dpd/particle_textures.glsl"
#include "texel/id.glsl"

uniform sampler2D u_order;

void run(int i) {
  int particle = fetchId(u_order, i);
  o_position = positionOf(particle);
  o_velocity = velocityOf(particle);
  o_predicted = predictedOf(particle);
}
