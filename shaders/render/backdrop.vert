// Reads: the camera. Writes: one triangle that covers the viewport, and the line of sight through each of its corners
// between the nearest and the farthest depth of the box. One invocation: one of the corners.

#include "render/eye.glsl"

uniform mat4 u_view;
uniform vec2 u_depthRange;  // eye distances of the nearest and the farthest point of the box

out vec2 v_place;  // place in the picture, 0..1
out vec3 v_near;   // the place of the line of sight that is nearest to the eye, in box coordinates
out vec3 v_along;  // the way from v_near to the farthest place of the line

vec3 inBox(vec3 eye) {
  return transpose(mat3(u_view)) * (eye - u_view[3].xyz);
}

void main() {
  v_place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  v_near = inBox(eyePoint(v_place, u_depthRange.x));
  v_along = inBox(eyePoint(v_place, u_depthRange.y)) - v_near;
  gl_Position = vec4(2.0 * v_place - 1.0, 0.0, 1.0);
}
