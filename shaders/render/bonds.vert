// Reads: the bond's particles, their places and colours. Writes: a corner of a rectangle that faces the eye and covers
// half of the bond's cylinder, with the values that its fragments share. One invocation: one of the four corners
// (gl_VertexID) of one half (gl_InstanceID, render/bond.glsl); the corners of a half that is not drawn lie outside of
// the clip volume.

#include "render/bond.glsl"

out vec3 v_eye;  // eye coordinates of the corner

// A bond at a smaller angle than this to the line of sight, in radians, counts as seen end-on.
const float kEndOn = 1e-3;

void main() {
  v_eye = vec3(0.0);
  gl_Position = kOutside;
  if (!beginHalf(gl_InstanceID)) return;

  float reach = v_axis.w + v_endRadius;
  vec3 middle = v_from + 0.5 * reach * v_axis.xyz;
  vec3 toEye = toEyeFrom(middle);
  float towards = dot(v_axis.xyz, toEye);
  vec3 across = v_axis.xyz - towards * toEye;
  float slant = length(across);
  bool isEndOn = slant < kEndOn;
  vec3 right = isEndOn ? normalize(cross(vec3(0.0, 1.0, 0.0), toEye)) : across / slant;
  vec3 up = cross(toEye, right);
  vec2 extent = vec2(0.5 * reach * slant + v_bondRadius * abs(towards), v_bondRadius);
  if (isEndOn) extent = vec2(0.5 * reach * kEndOn + v_bondRadius);
  // In perspective, the parts nearer to the eye than the middle look larger.
  float nearest = 0.5 * reach + v_bondRadius;
  float distance = length(middle);
  if (u_projection[2][3] != 0.0) extent *= distance / max(distance - nearest, 0.1 * distance);

  vec2 corner = extent * (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0);
  v_eye = middle + corner.x * right + corner.y * up;
  gl_Position = u_projection * vec4(v_eye, 1.0);
}
