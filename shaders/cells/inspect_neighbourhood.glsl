// Counts the elements that a search from one element meets, and finds the place of this element in its own list or
// range. Reads: u_position; the cells, through the cell structure. Writes: o_info, x: the number of elements nearer
// than the search radius, y: the number of elements in the searched cells, both without the element itself, z: the
// element's place in its cell, from 1 on, or 0 if the element is not there, w: the number of elements in its cell. One
// invocation: one element, from u_element on.

#include "cells/neighbourhood.glsl"

uniform sampler2D u_position;
uniform int u_element;

vec3 g_position = vec3(0.0);
uint g_near = 0u;
uint g_candidates = 0u;

void visitNeighbour(int j, vec3 image) {
  vec3 apart = texelFetch(u_position, texelOf(j), 0).xyz + image - g_position;
  ++g_candidates;
  if (dot(apart, apart) < kSearchRadius * kSearchRadius) ++g_near;
}

void run(int i) {
  int element = u_element + i;
  g_position = texelFetch(u_position, texelOf(element), 0).xyz;
  forEachNeighbour(element, g_position);
  uint place = 0u;
  uint listed = 0u;
  int cursor = firstInCell(cellNumber(cellCoordinates(g_position)));
  while (cursor != kNull) {
    ++listed;
    if (elementAt(cursor) == element) place = listed;
    cursor = nextInCell(cursor);
  }
  o_info = uvec4(g_near, g_candidates, place, listed);
}
