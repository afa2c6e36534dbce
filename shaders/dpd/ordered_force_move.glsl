// One time step of one particle (force_move.glsl) among particles in the order of their cells. Compute only (OpenGL
// 4.3). Reads: the particles in their buffers, b_start. Writes: the outputs of ordered_count.glsl, at the particle's
// place before the step. One invocation: one of the particles u_first .. u_first + u_count - 1.

vec4 o_position;
vec4 o_velocity;
vec4 o_predicted;

#include "dpd/force_move.glsl"
#include "dpd/ordered_count.glsl"
#include "texel/element.glsl"

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  run(i);
  countParticle(i, o_position, o_velocity, o_predicted);
}
