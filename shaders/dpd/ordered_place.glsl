// Turns the counts of cells into starts, and names the particles cell by cell. Compute only (OpenGL 4.3).
// Reads: what start_of_cell.glsl reads; b_cells and b_movedMotion, as ordered_count.glsl writes them. Writes: b_start;
// b_entries, x: a particle, y: its id, those of a cell together in any order. One invocation: particle i and cell i, then
// those kGroupSize * (number of groups) further.

#include "dpd/start_of_cell.glsl"

uniform uint u_particles;
uniform uint u_cells;

void main() {
  loadPartSums();
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < max(u_particles, u_cells + 1u); i += stride) {
    if (i < u_particles) {
      uvec2 cell = b_cells[i];
      b_entries[startOf(cell.x) + cell.y] = uvec2(i, uint(b_movedMotion[2u * i].w));
    }
    if (i <= u_cells) b_start[i] = startOf(i);
  }
}
