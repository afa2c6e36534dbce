// Puts particles into the order of their cells, and the particles of a cell into any order. Compute only (OpenGL 4.3).
// Reads: the particles (particle_texels.glsl); b_cells, as verlet_count.glsl writes it; the inputs of
// start_of_cell.glsl. Writes: the particles at their places; b_reference, their positions; b_start, the start of each
// cell, then the number of particles. One invocation: the particles and the cells with the numbers i, i + n, i + 2 n,
// ..., where n is kGroupSize * (number of groups).

#include "dpd/start_of_cell.glsl"

uniform uint u_particles;
uniform uint u_cells;

void main() {
  loadPartSums();
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < max(u_particles, u_cells + 1u); i += stride) {
    if (i < u_particles) {
      uvec2 cell = b_cells[i];
      uint place = startOf(cell.x) + cell.y;
      vec4 position = positionOf(int(i));
      b_placedPosition[place] = position;
      b_placedVelocity[place] = velocityOf(int(i));
      b_placedPredicted[place] = predictedOf(int(i));
      b_reference[place] = position;
    }
    if (i <= u_cells) b_start[i] = startOf(i);
  }
}
