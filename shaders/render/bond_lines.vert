// Reads: the bond's particles, their places and colours. Writes: a corner of a rectangle that contains the axis of half
// of the bond and faces the eye, with the values that its fragments share. One invocation: one of the four corners
// (gl_VertexID) of one half (gl_InstanceID, render/bond.glsl); the corners of a half that is not drawn lie outside of
// the clip volume.

#include "render/bond.glsl"

void main() {
  gl_Position = kOutside;
  if (!beginHalf(gl_InstanceID)) return;

  vec3 side = cross(v_axis.xyz, toEyeFrom(v_from + 0.5 * v_axis.w * v_axis.xyz));
  side *= v_bondRadius / max(length(side), 1e-6);
  float along = v_axis.w * float(gl_VertexID >> 1);
  vec3 eye = v_from + along * v_axis.xyz + (float(gl_VertexID & 1) * 2.0 - 1.0) * side;
  gl_Position = u_projection * vec4(eye, 1.0);
}
