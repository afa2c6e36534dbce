// Copies numbers. Compute only (OpenGL 4.3).
// Reads: b_from. Writes: b_to. One invocation: one number.

void run(int i) {
  b_to[i] = b_from[i];
}
