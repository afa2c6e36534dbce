// Arranges particles by cell, and within a cell by id. Compute only (OpenGL 4.3). Reads: b_moved, b_links and b_cells,
// as ordered_count.glsl writes them; b_fours, the numbers of b_cells in vectors of four. Writes: the particles in their
// buffers; b_start, the start of each cell, then the number of particles; and zero to the counters of b_nextCells, for
// the next step. One invocation: the particles of a slice, the cells and the counters with the numbers i, i + n, i + 2
// n, ..., where n is kGroupSize * (number of groups).

#include "dpd/cell_counters.glsl"
#include "dpd/fluid_of_particle.glsl"
#include "cells/grid.glsl"
#include "texel/group_scan.glsl"

uniform uint u_particles;
uniform uint u_firstOfSlice;  // first particle that is moved in this run
uniform uint u_slice;  // number of particles that are moved in this run

/// Writes the starts of blocks to the pool. All invocations of the group must call this function before startOf.
void addUpBlocks() {
  for (uint block = threadNumber(); block < kBlockCount; block += kGroupSize) {
    s_pool[padded(block)] = b_cells[kBlocks + block];
  }
  sync();
  scanPool(kBlockCount);
}

/// Returns the sum of the counters first .. end - 1, which are fewer than kShare; `first` is a multiple of 4. Reads
/// kShare counters in any case, since the reads do not wait for each other if their number is fixed.
uint sumOf(uint first, uint end) {
  uvec4 sum = uvec4(0u);
  for (uint k = 0u; k < kShare; k += 4u) {
    uvec4 numbers = first + k + uvec4(0u, 1u, 2u, 3u);
    sum += b_fours[(first + k) / 4u] * uvec4(lessThan(numbers, uvec4(end)));
  }
  return sum.x + sum.y + sum.z + sum.w;
}

uint startOf(uint cell) {
  uint part = cell / kShare;
  uint block = part / kShare;
  return s_pool[padded(block)] + sumOf(kParts + block * kShare, kParts + part) + sumOf(part * kShare, cell);
}

/// Returns how many particles of the cell have a lower id than `id`.
uint rankOf(uint id, uint cell) {
  uint rank = 0u;
  uint other = b_cells[kHeads + cell];
  for (uint left = b_cells[cell]; left > 0u; --left) {
    uvec2 link = b_links[other];
    rank += uint(link.y < id);
    other = link.x;
  }
  return rank;
}

void main() {
  addUpBlocks();
  uint stride = gl_NumWorkGroups.x * kGroupSize;
  for (uint i = gl_GlobalInvocationID.x; i < max(u_slice, kHeads); i += stride) {
    if (i < u_slice) {
      uint particle = u_firstOfSlice + i;
      vec4 position = b_moved[3u * particle];
      enterFluid(int(particle));
      uint cell = uint(cellNumber(cellCoordinates(position.xyz)));
      uint place = startOf(cell) + rankOf(b_links[particle].y, cell);
      b_position[place] = position;
      b_predicted[place] = b_moved[3u * particle + 1u];
      b_velocity[place] = b_moved[3u * particle + 2u];
    }
    // The last element of b_start is not written by a separate statement, whose index would be a large constant.
    // NVIDIA's compiler would take a minute for this constant.
    if (i <= kCellCount) b_start[i] = i < kCellCount ? startOf(i) : u_particles;
    if (i < kHeads) b_nextCells[i] = 0u;
  }
}
