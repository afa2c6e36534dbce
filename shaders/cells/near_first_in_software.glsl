// Keeps the notes of walk_near_first.glsl in registers, for software renderers. Functions.

#include "cells/near_first_notes.glsl"

// Notes are kept in registers, the latest first: a software renderer accesses an array at a variable index for one
// invocation after the other. The registers are vectors, because Mesa 22.3 loses elements of an array that a loop
// shifts by one.
const int kNotes = 8;
uvec4 g_near0 = uvec4(0u), g_near1 = uvec4(0u);
uvec4 g_place0 = uvec4(0u), g_place1 = uvec4(0u);

void addNote(uvec2 note) {
  g_near1 = uvec4(g_near0.w, g_near1.xyz);
  g_near0 = uvec4(note.x, g_near0.xyz);
  g_place1 = uvec4(g_place0.w, g_place1.xyz);
  g_place0 = uvec4(note.y, g_place0.xyz);
  ++g_noted;
}

uvec2 noteAt(int k) {
  int fromLatest = g_noted - 1 - k;
  bool isLate = fromLatest < 4;
  return uvec2((isLate ? g_near0 : g_near1)[fromLatest & 3], (isLate ? g_place0 : g_place1)[fromLatest & 3]);
}

// Parts without room for a note wait for another walk. The code of the visits thus occurs only once in the program. A
// software renderer would execute a second copy even where it is not needed, since it executes both sides of an `if`.
const int kNoPart = 0x7FFFFFFF;
int g_part = 0;                // the next part of this walk
int g_firstPart = 0;           // the first part that has not been visited
int g_firstWaiting = kNoPart;  // the first part that had no room

/// Returns whether some parts had no room for a note.
bool visitNoted() {
  int next = 0;
  uvec2 note = uvec2(0u);
  vec3 image = vec3(0.0);
  if (g_noted > 0) {
    do {
      if (note.x == 0u) {
        note = noteAt(next++);
        image = imageOf(note);
      }
      int k = lowestBit(note.x);
      note.x &= note.x - 1u;
      visitNeighbour(placeOf(note) + k, image);
    } while (note.x != 0u || next < g_noted);
  }
  g_noted = 0;
  g_part = 0;
  g_firstPart = g_firstWaiting;
  g_firstWaiting = kNoPart;
  return g_firstPart != kNoPart;
}

void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = firstPart(places);
  do {
    if (g_part >= g_firstPart && g_firstWaiting == kNoPart) {
      uint near = nearBits(i, places, place, image);
      if (near != 0u && g_noted == kNotes) {
        g_firstWaiting = g_part;
      } else if (near != 0u) {
        addNote(noteOf(near, place, image));
      }
    }
    ++g_part;
    place += 32;
  } while (place < places.y);
}
