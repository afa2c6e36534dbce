// Notes of the near elements of stretches, for walk_near_first.glsl. Functions.

#include "cells/near_bits.glsl"
#include "cells/neighbourhood.glsl"
#include "texel/lowest_bit.glsl"

// Returns the note of a part of a stretch. x: a bit for each of up to 32 places, set if the place is near. y: the first
// place, and from bit 24 on the image of the box along each axis, a number from 0 to 2.
uvec2 noteOf(uint near, int place, vec3 image) {
  uvec3 side = uvec3(ivec3(sign(image)) + 1) << uvec3(24u, 26u, 28u);
  return uvec2(near, uint(place) | side.x | side.y | side.z);
}

int placeOf(uvec2 note) {
  return int(note.y & 0xFFFFFFu);
}

vec3 imageOf(uvec2 note) {
  return vec3(ivec3(uvec3(note.y) >> uvec3(24u, 26u, 28u) & 3u) - 1) * kBoxSize;
}

int g_noted = 0;
