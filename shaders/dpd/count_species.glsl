// Counts a particle in its cell. Compute only (OpenGL 4.3). Reads: u_species; the particles, through the accessors that
// the prologue includes. Writes, by atomics: b_counts, two numbers per cell: the number of particles of the species,
// and the number of all other particles. One invocation: one of the particles u_first .. u_first + u_count - 1.

#include "cells/grid.glsl"
#include "texel/element.glsl"

uniform int u_species;

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  vec4 position = positionOf(i);
  int cell = cellNumber(cellCoordinates(position.xyz));
  atomicAdd(b_counts[2 * cell + (int(position.w) == u_species ? 0 : 1)], 1u);
}
