// Makes copies, in the order of cells, of the particle data that forces read. Reads: the particles in their textures,
// and u_order, the particle of each place. Writes: o_position, o_predicted and with NOISE_STATE o_velocity of the
// particle that belongs in the place. One invocation: one place.

#include "dpd/particle_textures.glsl"
#include "texel/id.glsl"

uniform sampler2D u_order;

void run(int place) {
  int particle = fetchId(u_order, place);
  o_position = positionOf(particle);
  o_predicted = predictedOf(particle);
#ifdef NOISE_STATE
  o_velocity = velocityOf(particle);
#endif
}
