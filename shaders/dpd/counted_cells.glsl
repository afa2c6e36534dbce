// The number of particles of a species in a cell, and the number of all other particles, from the counts of
// count_species.glsl. Compute only (OpenGL 4.3). Reads: b_counts. Writes: o_counts, as cell_counts.glsl does. One
// invocation: one cell.

void run(int i) {
  vec2 count = vec2(b_counts[2 * i], b_counts[2 * i + 1]);
  o_counts = vec4(count, count.x - count.y, 0.0);
}
