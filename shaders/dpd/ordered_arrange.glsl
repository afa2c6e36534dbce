// Puts particles into the order of their cells, and those of a cell into that of their ids. Compute only (OpenGL 4.3).
// Reads: b_movedPosition, b_movedMotion, b_start, b_entries. Writes: the particles in their buffers; and zero to b_counts,
// for the next step. One invocation: place i and cell i, then those kGroupSize * (number of groups) further.

#include "search/grid.glsl"

uniform uint u_particles;
uniform uint u_cells;

void main() {
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < max(u_particles, u_cells + 1u); i += stride) {
    if (i < u_particles) {
      uvec2 entry = b_entries[i];
      vec4 position = b_movedPosition[entry.x];
      int cell = cellNumber(cellCoordinates(position.xyz));
      uint begin = b_start[cell];
      uint end = b_start[cell + 1];
      uint place = begin;
      for (uint k = begin; k < end; ++k) place += uint(b_entries[k].y < entry.y);
      b_position[place] = position;
      b_predicted[place] = b_movedMotion[2u * entry.x];
      b_velocity[place] = b_movedMotion[2u * entry.x + 1u];
    }
    if (i <= u_cells) b_counts[i] = 0u;
  }
}
