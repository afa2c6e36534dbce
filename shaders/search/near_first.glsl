// Visits the elements of stretches in two turns, for bodies that do much for the few that are near: a first one tests
// all and notes the near ones as bits, a second one visits these. The invocations that run together are all busy in
// both; at once, each would wait while any of them has a near one.
// Included by neighbourhood.glsl with NEAR_FIRST.

#include "search/near_bits.glsl"

// A noted part of a stretch: x: a bit for each near one of up to 32 places; y: the first place, and in the bits from
// 24 on the side of the box along each axis, 0 to 2.
const int kNotes = 16;
uvec2 g_notes[kNotes];
int g_noted = 0;

void visitNoted() {
  int next = 0;
  uint near = 0u;
  int place = 0;
  vec3 image = vec3(0.0);
  while (true) {
    if (near == 0u) {
      if (next == g_noted) break;
      uvec2 note = g_notes[next++];
      near = note.x;
      place = int(note.y & 0xFFFFFFu);
      image = vec3(ivec3(uvec3(note.y) >> uvec3(24u, 26u, 28u) & 3u) - 1) * kBoxSize;
    }
    int k = lowestBit(near);
    near &= near - 1u;
    visitNeighbour(place + k, image);
  }
  g_noted = 0;
}

void visitStretch(int i, ivec2 places, vec3 image) {
  for (int place = firstPart(places); place < places.y; place += 32) {
    uint near = nearBits(i, places, place, image);
    if (near == 0u) continue;
    if (g_noted == kNotes) visitNoted();
    uvec3 side = uvec3(ivec3(sign(image)) + 1) << uvec3(24u, 26u, 28u);
    g_notes[g_noted++] = uvec2(near, uint(place) | side.x | side.y | side.z);
  }
}
