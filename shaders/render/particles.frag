// Reads: the place on the particle's disc. Writes: the shaded colour, its share in shadow and the
// depth of the sphere there. One invocation: one fragment of one particle; outside of the disc it writes nothing.

#include "render/light.glsl"

uniform mat4 u_projection;

in vec2 v_disc;
flat in vec3 v_colour;
flat in vec2 v_centreRadius;

out vec4 o_colour;

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  vec3 normal = vec3(v_disc, sqrt(1.0 - across));
  o_colour = lit(v_colour, normal);

  float z = v_centreRadius.x + v_centreRadius.y * normal.z;
  float clipZ = u_projection[2][2] * z + u_projection[3][2];
  float clipW = u_projection[2][3] * z + u_projection[3][3];
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
