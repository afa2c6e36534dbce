// Makes numbers in a buffer an array. Compute only (OpenGL 4.3).
// Reads: b_count, with u_points numbers. Writes: o_length, x: the number, 0 after the last; the others are 0. One
// invocation: one element.

uniform int u_points;

void run(int i) {
  o_length = uvec4(i < u_points ? b_count[i] : 0u, 0u, 0u, 0u);
}
