// Visits the elements of stretches in two turns, for bodies that do much for the few that are near: a first one tests
// all and notes the near ones as bits, a second one visits these. The invocations that run together are all busy in
// both; at once, each would wait while any of them has a near one.
// Included by neighbourhood.glsl with NEAR_FIRST, for elements that lie in the order of cells. The body
// defines nearTogether, kNearTogether and kNearAlignment.

/// A bit for each of the kNearTogether elements from `place` on that is to be visited at `image`. `place` is a multiple of
/// kNearAlignment; before and behind those of the stretch there may be others, or what lies in memory behind the last.
uint nearTogether(int place, vec3 image);

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
  for (int place = places.x & -kNearAlignment; place < places.y; place += 32) {
    int last = min(places.y - place, 32) - 1;
    uint near = 0u;
    for (int k = 0; k <= last; k += kNearTogether) near |= nearTogether(place + k, image) << k;
    // What lies behind the stretch or before it, and the element itself.
    if (last < 31) near &= (2u << last) - 1u;
    if (place < places.x) near &= ~0u << (places.x - place);
    if (uint(i - place) < 32u) near &= ~(1u << (i - place));
    if (near == 0u) continue;
    if (g_noted == kNotes) visitNoted();
    uvec3 side = uvec3(ivec3(sign(image)) + 1) << uvec3(24u, 26u, 28u);
    g_notes[g_noted++] = uvec2(near, uint(place) | side.x | side.y | side.z);
  }
}
