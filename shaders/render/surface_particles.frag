// Reads: the place on the particle's disc. Writes: the particle's plain colour, and the distance from the eye along its
// axis, and depth, of its sphere there. One invocation: one fragment of one particle.

uniform mat4 u_projection;

in vec2 v_disc;
flat in vec3 v_colour;
flat in vec2 v_centreRadius;

layout(location = 0) out vec4 o_colour;
layout(location = 1) out vec4 o_distance;

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  float z = v_centreRadius.x + v_centreRadius.y * sqrt(1.0 - across);
  float clipZ = u_projection[2][2] * z + u_projection[3][2];
  float clipW = u_projection[2][3] * z + u_projection[3][3];
  o_colour = vec4(v_colour, 1.0);
  o_distance = vec4(-z);
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
