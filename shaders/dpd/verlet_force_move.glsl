// One time step of one particle (force_move.glsl) among the neighbours in its Verlet list. Compute only (OpenGL 4.3).
// Reads: the particles (particle_texels.glsl); u_notes, the Verlet lists; u_reference, the positions of the particles
// when the lists were built. Writes: the particles after the step; 1 to b_isStale if a particle has moved too far for
// the lists. One invocation: one of the particles u_first .. u_first + u_count - 1.

vec4 o_position;
vec4 o_velocity;
vec4 o_predicted;

#include "dpd/force_move.glsl"
#include "texel/element.glsl"

uniform samplerBuffer u_reference;
uniform float u_farthestSquared;

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  run(i);
  b_movedPosition[i] = o_position;
  b_movedVelocity[i] = o_velocity;
  b_movedPredicted[i] = o_predicted;
  vec3 moved = o_position.xyz - texelFetch(u_reference, i).xyz;
  moved -= nearestImage(moved);
  if (dot(moved, moved) > u_farthestSquared) b_isStale[0] = 1u;
}
