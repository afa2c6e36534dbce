// Counts a particle in its cell. Compute only (OpenGL 4.3). Reads: the particles (particle_texels.glsl). Writes:
// b_cells, x: the cell, y: the number of particles of the cell that were counted before this particle, in no defined
// order; b_counts, by atomics. One invocation: one of the particles u_first .. u_first + u_count - 1.

#include "cells/grid.glsl"
#include "texel/element.glsl"

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  uint cell = uint(cellNumber(cellCoordinates(positionOf(i).xyz)));
  b_cells[i] = uvec2(cell, atomicAdd(b_counts[cell], 1u));
}
