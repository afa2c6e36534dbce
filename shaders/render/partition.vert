// Reads: the plate of the partition. Writes: a corner of one of its faces, with its place in the box. FLAT selects the
// only face that two dimensions have at compile time. One invocation: one of the four corners (gl_VertexID) of one face
// (gl_InstanceID).

uniform mat4 u_view;
uniform mat4 u_projection;
uniform vec3 u_low;  // corners of the plate
uniform vec3 u_high;

out vec3 v_place;
out vec3 v_eye;
flat out vec3 v_normal;  // in box coordinates

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
#ifdef FLAT
  v_normal = vec3(0.0, 0.0, 1.0);
  vec3 share = vec3(corner, 0.0);
#else
  int axis = gl_InstanceID >> 1;
  float side = float(gl_InstanceID & 1);
  vec3 share = axis == 0 ? vec3(side, corner) : axis == 1 ? vec3(corner.x, side, corner.y) : vec3(corner, side);
  v_normal = vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
#endif
  v_place = mix(u_low, u_high, share);
  v_eye = (u_view * vec4(v_place, 1.0)).xyz;
  gl_Position = u_projection * vec4(v_eye, 1.0);
}
