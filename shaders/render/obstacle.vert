// Reads: the obstacle. Writes: a corner of a square that faces the eye and covers its sphere. One invocation: one of
// the four corners (gl_VertexID).

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_centre;
uniform float u_radius;

out vec3 v_eye;  // eye coordinates of the corner

// A sphere near to the eye, or seen off its axis, covers a little more than its diameter.
const float kMargin = 1.2;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec4 eye = u_view * vec4(u_centre, 1.0) + vec4(kMargin * u_radius * corner, 0.0, 0.0);
  v_eye = eye.xyz;
  gl_Position = u_projection * eye;
}
