// Lists the points near each point, one list after another. Compute only (OpenGL 4.3).
// Reads: what pairs/pairs.glsl reads, through the ranges the cells, and u_end, where each list ends. Writes: b_slots,
// four to a vector but with SOFTWARE, from slot u_firstSlot on: the number of a point, and kAmbiguous where floats cannot
// tell whether it is near; kNull in a slot that is not needed. One invocation: one list.

#include "pairs/pairs.glsl"
#define BODY_VISITS_STRETCHES
#include "cells/near_bits.glsl"
#include "cells/neighbourhood.glsl"

uniform usampler2D u_end;
uniform uint u_firstSlot;

// The slots of the list: its first, the next to be written, the one behind its last.
uint g_first = 0u;
uint g_next = 0u;
uint g_end = 0u;

#ifdef SOFTWARE
void writeSlot(uint slot, uint value) {
  b_slots[slot] = value;
}

void append(Other other) {
  if (g_next == g_end) return;
  writeSlot(g_next, slotOf(other));
  ++g_next;
}

void endList() {}
#else
// Those of the last four that are not in memory yet: a GPU writes four at once as fast as one.
uvec4 g_last = uvec4(0u);

void writeSlot(uint slot, uint value) {
  uint four = slot >> 2;
  switch (slot & 3u) {
    case 0u: b_slots[four].x = value; break;
    case 1u: b_slots[four].y = value; break;
    case 2u: b_slots[four].z = value; break;
    default: b_slots[four].w = value;
  }
}

// Of a vector that the list before or the next one has slots in, too.
void writeLast() {
  uint begin = max((g_next - 1u) & ~3u, g_first);
  for (uint slot = begin; slot < g_next; ++slot) writeSlot(slot, g_last[int(4u + slot - g_next)]);
}

void append(Other other) {
  if (g_next == g_end) return;
  g_last = uvec4(g_last.yzw, slotOf(other));
  ++g_next;
  if ((g_next & 3u) != 0u) return;
  if (g_next - g_first >= 4u) {
    b_slots[(g_next >> 2) - 1u] = g_last;
  } else {
    writeLast();
  }
}

void endList() {
  if ((g_next & 3u) != 0u && g_next > g_first) writeLast();
}
#endif

// Not noted for later, as near_first.glsl does: there is little to do for each (docs/performance.md).
void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = firstPart(places);
  do {
    uint near = nearBits(i, places, place, image);
    if (near != 0u) {
      do {
        append(otherAt(place + lowestBit(near), image));
        near &= near - 1u;
      } while (near != 0u);
    }
    place += 32;
  } while (place < places.y);
}

void run(int i) {
  g_first = (i > 0 ? texelFetch(u_end, texelOf(i - 1), 0).x : 0u) - u_firstSlot;
  g_end = texelFetch(u_end, texelOf(i), 0).x - u_firstSlot;
  g_next = g_first;
  if (g_next == g_end) return;
  beginList(i);
  forEachNeighbour(i, g_position);
  endList();
  for (; g_next < g_end; ++g_next) writeSlot(g_next, uint(kNull));
}
