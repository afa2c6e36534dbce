// Copies particles from their buffers to textures, in the order of their ids. Compute only (OpenGL 4.3).
// Reads: the particles in their buffers, the place of each id. Writes: o_position, o_velocity, o_predicted. One
// invocation: one particle.

#include "dpd/particle_buffers.glsl"
#include "dpd/place_of_ids.glsl"

void run(int i) {
  int place = placeOf(i);
  o_position = positionOf(place);
  o_velocity = velocityOf(place);
  o_predicted = predictedOf(place);
}
