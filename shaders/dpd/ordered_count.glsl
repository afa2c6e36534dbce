// Stores a particle with its new position, counts it, and links it to the particles of its cell. Functions. They write:
// b_moved, the position, the predicted velocity and the velocity of each particle; b_links, for each particle x: the
// particle that was linked before this particle in the same cell, y: the id of this particle; and, by atomics, b_cells
// (cell_counters.glsl). Links are in no defined order.

#include "dpd/cell_counters.glsl"
#include "cells/grid.glsl"

/// Adds 1 to a counter. Most invocations that run together count in the same part or block, and a GPU serialises
/// additions to one address. Therefore, among the invocations that run together, one addition serves all that have the
/// same counter as the first invocation.
void countIn(uint counter) {
#ifdef SUBGROUPS
  uint first = subgroupBroadcastFirst(counter);
  bool isOfFirst = counter == first;
  uint many = subgroupBallotBitCount(subgroupBallot(isOfFirst));
  if (!isOfFirst) {
    atomicAdd(b_cells[counter], 1u);
  } else if (subgroupElect()) {
    atomicAdd(b_cells[counter], many);
  }
#else
  atomicAdd(b_cells[counter], 1u);
#endif
}

void countParticle(int i, vec4 position, vec4 velocity, vec4 predicted) {
  b_moved[3 * i] = position;
  b_moved[3 * i + 1] = predicted;
  b_moved[3 * i + 2] = velocity;
  uint cell = uint(cellNumber(cellCoordinates(position.xyz)));
  atomicAdd(b_cells[cell], 1u);
  countIn(kParts + cell / kShare);
  countIn(kBlocks + cell / (kShare * kShare));
  b_links[i] = uvec2(atomicExchange(b_cells[kHeads + cell], uint(i)), uint(predicted.w));
}
