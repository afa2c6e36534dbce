// Puts particles into the order of their cells.
// Reads: u_position, u_velocity, u_predicted, and u_order, the particle of each place. Writes: the particle that belongs
// in place i. One invocation: one place.

#include "texel/id.glsl"

uniform sampler2D u_position;
uniform sampler2D u_velocity;
uniform sampler2D u_predicted;
uniform sampler2D u_order;

void run(int i) {
  ivec2 texel = texelOf(fetchId(u_order, i));
  o_position = texelFetch(u_position, texel, 0);
  o_velocity = texelFetch(u_velocity, texel, 0);
  o_predicted = texelFetch(u_predicted, texel, 0);
}
