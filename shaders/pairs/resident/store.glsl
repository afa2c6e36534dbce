// Stores the pairs of a point. Compute only (OpenGL 4.3).
// Reads: what pairs/resident/walk.glsl and pairs/resident/rows.glsl read. Writes: for points from u_firstPoint to
// u_endPoint - 1, whose rows begin with u_firstRow, b_first, the number of the point, and b_hits, the number of the
// other point and the image of it (pairs/resident/shifts.glsl). One invocation: one place in the order of the cells.

#include "pairs/resident/rows.glsl"
#include "pairs/resident/walk.glsl"

uniform int u_firstPoint;
uniform int u_endPoint;
uniform uint u_firstRow;

uint g_next = 0u;

void visit(int other, ivec3 image) {
  uvec3 bits = uvec3(image + 512);
  b_first[g_next] = uint(g_number);
  b_hits[g_next] = uvec2(uint(other), bits.x | (bits.y << 10) | (bits.z << 20));
  ++g_next;
}

void run(int place) {
  int number = int(b_near[place].w);
  if (number < u_firstPoint || number >= u_endPoint) return;
  g_next = rowsBefore(number).x - u_firstRow;
  walk(place);
}
