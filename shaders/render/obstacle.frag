// Reads: a place on the square in front of the sphere. Writes: the shaded colour, its share in shadow and the depth of
// the sphere there, cut off at the sides of the box and of the slice. One invocation: one fragment; outside of the
// sphere it writes nothing.

#include "render/haze.glsl"
#include "render/light.glsl"

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_centre;
uniform float u_radius;
uniform vec3 u_low;  // parts outside of these corners are not drawn
uniform vec3 u_high;
uniform vec3 u_colour;

in vec3 v_eye;

out vec4 o_colour;

void main() {
  // The line of sight, from the place on the square, in box coordinates.
  bool isPerspective = u_projection[2][3] != 0.0;
  mat3 toEye = mat3(u_view);
  vec3 direction = (isPerspective ? normalize(v_eye) : vec3(0.0, 0.0, -1.0)) * toEye;
  vec3 from = (v_eye - (u_view * vec4(u_centre, 1.0)).xyz) * toEye;

  float along = dot(from, direction);
  float inside = along * along - dot(from, from) + u_radius * u_radius;
  if (inside < 0.0) discard;
  float near = -along - sqrt(inside);
  float far = -along + sqrt(inside);

  vec3 slope = direction + vec3(equal(direction, vec3(0.0))) * 1e-9;
  vec3 first = (u_low - u_centre - from) / slope;
  vec3 last = (u_high - u_centre - from) / slope;
  vec3 enters = min(first, last);
  vec3 leaves = max(first, last);
  float enter = max(enters.x, max(enters.y, enters.z));
  float leave = min(leaves.x, min(leaves.y, leaves.z));
  float hit = max(near, enter);
  if (hit > min(far, leave)) discard;

  vec3 normal = (from + hit * direction) / u_radius;
  if (enter > near) normal = -sign(direction) * vec3(equal(enters, vec3(enter)));
  float eyeZ = v_eye.z + hit * (toEye * direction).z;
  o_colour = lit(hazed(u_colour, eyeZ), normalize(toEye * normal));

  float clipZ = u_projection[2][2] * eyeZ + u_projection[3][2];
  float clipW = u_projection[2][3] * eyeZ + u_projection[3][3];
  gl_FragDepth = 0.5 + 0.5 * clipZ / clipW;
}
