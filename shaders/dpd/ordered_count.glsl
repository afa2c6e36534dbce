// Stores a particle with its new position, and counts it in its cell. Functions.
// Write: b_movedPosition; b_movedMotion, predicted velocity and velocity in turn; b_cells, x: the cell, y: how many of it
// came before, in no defined order; b_counts, by atomics.

#include "search/grid.glsl"

void countParticle(int i, vec4 position, vec4 velocity, vec4 predicted) {
  b_movedPosition[i] = position;
  b_movedMotion[2 * i] = predicted;
  b_movedMotion[2 * i + 1] = velocity;
  uint cell = uint(cellNumber(cellCoordinates(position.xyz)));
  b_cells[i] = uvec2(cell, atomicAdd(b_counts[cell], 1u));
}
