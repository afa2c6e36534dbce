// Reads: the part of the box that a solid may fill. Writes: a corner of one of the faces that turn away from the eye,
// so that each line of sight through this part has one fragment. FLAT selects, at compile time, the only face in two
// dimensions. One invocation: one of the four corners (gl_VertexID) of one face (gl_InstanceID).

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_low;  // corners of the part
uniform vec3 u_high;

out vec3 v_eye;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
#ifdef FLAT
  vec3 outwards = vec3(0.0, 0.0, -1.0);
  vec3 share = vec3(corner, 0.0);
#else
  int axis = gl_InstanceID >> 1;
  float side = float(gl_InstanceID & 1);
  vec3 share = axis == 0 ? vec3(side, corner) : axis == 1 ? vec3(corner.x, side, corner.y) : vec3(corner, side);
  vec3 outwards = (2.0 * side - 1.0) * vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
#endif
  v_eye = (u_view * vec4(mix(u_low, u_high, share), 1.0)).xyz;
  vec3 sight = u_projection[2][3] != 0.0 ? v_eye : vec3(0.0, 0.0, -1.0);
  bool isBehind = dot(mat3(u_view) * outwards, sight) > 0.0;
  gl_Position = isBehind ? u_projection * vec4(v_eye, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
