// Stores the kept pairs of a point that are pairs now. Compute only (OpenGL 4.3).
// Reads: what pairs/resident/count_kept.glsl and pairs/resident/rows.glsl read. Writes: from the row u_firstRow on,
// b_first, the number of the point, and b_slots. One invocation: one point.

#include "pairs/resident/kept.glsl"
#include "pairs/resident/rows.glsl"

uniform uint u_firstKept;
uniform uint u_firstRow;

void run(int i) {
  uint to = rowsBefore(i).x - u_firstRow;
  uint end = b_offsets[i + 1].x - u_firstKept;
  for (uint k = b_offsets[i].x - u_firstKept; k < end; ++k) {
    uvec4 slot = b_kept[k];
    if (!isNear(i, slot)) continue;
    b_first[to] = uint(i);
    b_slots[to] = slot;
    ++to;
  }
}
