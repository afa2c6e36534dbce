// Builds the Verlet lists. The list of a particle has the particle itself and all particles nearer than the cut-off
// plus a skin. Particles are in the order of their cells. Compute only (OpenGL 4.3).
// Reads: the particles (particle_texels.glsl), whose number is u_particles; u_start, the start of each cell, then the
// number of particles.
// Writes: b_notes (cells/walk_verlet.glsl).
// One invocation: one of the particles u_first .. u_first + u_count - 1.

#include "cells/walk_rows.glsl"
#include "texel/element.glsl"
#include "texel/loops_ended.glsl"

uniform usamplerBuffer u_start;
uniform uint u_particles;

ivec2 placesOf(int first, int last) {
  return ivec2(texelFetch(u_start, first).x, texelFetch(u_start, last + 1).x);
}

vec3 g_position = vec3(0.0);
int g_noted = 0;
bool g_byStretch = false;  // whether to note whole stretches; a row of cells has at most two, so that they fit

void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  vec3 position = g_position - image;
  int length = g_byStretch ? places.y - places.x : 32;
  int first = places.x;
  do {
    int end = min(first + length, places.y);
    uint noted = 0u;
    if (g_byStretch) {
      noted = uint(length);
    } else {
      uint bit = 1u;
      int j = first;
      do {
        vec3 d = position - positionOf(j).xyz;
        noted += dot(d, d) < kListedSquared ? bit : 0u;
        bit += bit;
        ++j;
      } while (j < end);
    }
    if (noted != 0u) {
      if (g_noted < kNotes - 1) {
        b_notes[i * kNotes + g_noted] = uvec2(noted, uint(first) | (g_byStretch ? kIsStretch : 0u));
      }
      ++g_noted;
    }
    first += length;
  } while (first < places.y);
}

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  g_position = positionOf(i).xyz;
  do {
    g_noted = 0;
    walkCells(i, g_position);
    g_byStretch = g_noted >= kNotes;
  } while (g_byStretch);
  // If there are too many particles to examine in one loop, the list is one stretch of all particles.
  if (!loopsEnded(i)) {
    b_notes[i * kNotes] = uvec2(u_particles, kIsStretch);
    g_noted = 1;
  }
  b_notes[i * kNotes + g_noted] = uvec2(0u);
}
