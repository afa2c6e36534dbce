// Keeps the notes of walk_near_first.glsl in an array, for GPUs. Functions.

#include "cells/near_first_notes.glsl"

const int kNotes = 16;
uvec2 g_notes[kNotes];

/// Returns whether some parts had no room for a note. The result is always false, since the noted elements are visited
/// as soon as there is no room for another note.
bool visitNoted() {
  int next = 0;
  uint near = 0u;
  int place = 0;
  vec3 image = vec3(0.0);
  while (true) {
    if (near == 0u) {
      if (next == g_noted) break;
      uvec2 note = g_notes[next++];
      near = note.x;
      place = placeOf(note);
      image = imageOf(note);
    }
    int k = lowestBit(near);
    near &= near - 1u;
    visitNeighbour(place + k, image);
  }
  g_noted = 0;
  return false;
}

void visitStretch(int i, ivec2 places, vec3 image) {
  for (int place = firstPart(places); place < places.y; place += 32) {
    uint near = nearBits(i, places, place, image);
    if (near == 0u) continue;
    if (g_noted == kNotes) visitNoted();
    g_notes[g_noted++] = noteOf(near, place, image);
  }
}
