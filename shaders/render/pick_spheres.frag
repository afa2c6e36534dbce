// Reads: the place on the particle's disc. Writes: the particle's number as an id, and the depth of its sphere
// there, as particles.frag does. One invocation: one fragment of one particle; outside of the disc it writes nothing.

#include "texel/id.glsl"

uniform mat4 u_projection;

in vec2 v_disc;
flat in int v_particle;
flat in vec2 v_centreRadius;

out vec4 o_particle;

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  o_particle = encodeId(v_particle, 1.0);

  float z = v_centreRadius.x + v_centreRadius.y * sqrt(1.0 - across);
  float clipZ = u_projection[2][2] * z + u_projection[3][2];
  float clipW = u_projection[2][3] * z + u_projection[3][3];
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
