// The number of particles of each of two species in a cell, from the counts of count_species.glsl. Compute only (OpenGL
// 4.3).
// Reads: b_counts. Writes: o_composition, as cell_composition.glsl does. One invocation: one cell.

void run(int i) {
  vec2 count = vec2(b_counts[2 * i], b_counts[2 * i + 1]);
  o_composition = vec4(count, count.x - count.y, 0.0);
}
