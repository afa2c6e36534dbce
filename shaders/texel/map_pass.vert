// Reads: nothing. Writes: one triangle that covers the viewport. One invocation: one corner of the triangle.

void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
