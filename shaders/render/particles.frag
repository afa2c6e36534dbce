// Reads: the place on the particle's disc. Writes: the shaded colour and the depth of the sphere
// there. One invocation: one fragment of one particle; outside of the disc it writes nothing.

uniform mat4 u_projection;

in vec2 v_disc;
flat in vec3 v_colour;
flat in vec2 v_centreRadius;

out vec4 o_colour;

// The direction to the light, above, to the left of and behind the eye, in eye coordinates; and the
// direction half-way between it and the eye, where the sphere shines.
const vec3 kLight = vec3(-0.379, 0.543, 0.749);
const vec3 kHalfWay = vec3(-0.203, 0.290, 0.935);

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  vec3 normal = vec3(v_disc, sqrt(1.0 - across));

  float diffuse = max(dot(normal, kLight), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  float rim = smoothstep(0.0, 0.55, normal.z);
  float gleam = max(dot(normal, kHalfWay), 0.0);
  gleam *= gleam;
  gleam *= gleam;
  gleam *= gleam;
  gleam *= gleam;
  float light = (0.50 + 0.12 * sky + 0.52 * diffuse) * (0.70 + 0.30 * rim);
  o_colour = vec4(v_colour * light + 0.16 * gleam, 1.0);

  float z = v_centreRadius.x + v_centreRadius.y * normal.z;
  float clipZ = u_projection[2][2] * z + u_projection[3][2];
  float clipW = u_projection[2][3] * z + u_projection[3][3];
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
