// Counts the pairs of a point. Compute only (OpenGL 4.3).
// Reads: what pairs/resident/walk.glsl reads. Writes: b_count, at the number of the point, if that is below u_points:
// the others of two sets have no rows. One invocation: one place in the order of the cells.

#include "pairs/resident/walk.glsl"

uniform int u_points;

uint g_count = 0u;

void visit(int other, ivec3 image) {
  ++g_count;
}

void run(int place) {
  if (int(b_near[place].w) >= u_points) return;
  walk(place);
  b_count[g_number] = g_count;
}
