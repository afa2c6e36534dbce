// Lists the points near each point, one list after another. Compute only (OpenGL 4.3).
// Reads: what search/pairs.glsl reads, through the ranges the cells, and u_end, where each list ends. Writes: b_slots, from
// slot u_firstSlot on: the number of a point, and kAmbiguous where floats cannot tell whether it is near; kNull in a slot
// that is not needed. One invocation: one of the lists u_firstList .. u_firstList + u_lists - 1.

#include "search/neighbourhood.glsl"
#include "search/pairs.glsl"

uniform usampler2D u_end;
uniform int u_firstList;
uniform int u_lists;
uniform uint u_firstSlot;

uint g_slot = 0u;
uint g_end = 0u;

void visitNeighbour(int j, vec3 image) {
  Other other = otherAt(j, image);
  if (isListed(j, image, other) && g_slot < g_end) b_slots[g_slot++] = slotOf(other);
}

void main() {
  int k = int(gl_GlobalInvocationID.x);
  if (k >= u_lists) return;
  int i = u_firstList + k;
  g_slot = (i > 0 ? texelFetch(u_end, texelOf(i - 1), 0).x : 0u) - u_firstSlot;
  g_end = texelFetch(u_end, texelOf(i), 0).x - u_firstSlot;
  if (g_slot == g_end) return;
  beginList(i);
  forEachNeighbour(i, g_position);
  for (; g_slot < g_end; ++g_slot) b_slots[g_slot] = uint(kNull);
}
