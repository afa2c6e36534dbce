// Walks cells after a sort that put the elements in order (src/sort/sort.h). firstInCell and nextInCell walk the
// elements of one cell, and return kNull at the end. placesOf returns the stretch of the elements of several cells with
// consecutive numbers. A cursor is a place in the order of elements. Reads: u_start, and u_order unless the elements
// themselves have been put into this order (SORTED).

#include "texel/id.glsl"

uniform sampler2D u_start;
#ifndef SORTED
uniform sampler2D u_order;
#endif

int g_cellEnd = 0;

/// Returns the places x .. y - 1 of the elements of cells first .. last.
ivec2 placesOf(int first, int last) {
  return ivec2(fetchId(u_start, first), fetchId(u_start, last + 1));
}

int firstInCell(int cell) {
  ivec2 places = placesOf(cell, cell);
  g_cellEnd = places.y;
  return places.x < places.y ? places.x : kNull;
}

int nextInCell(int cursor) {
  return cursor + 1 < g_cellEnd ? cursor + 1 : kNull;
}

int elementAt(int cursor) {
#ifdef SORTED
  return cursor;
#else
  return fetchId(u_order, cursor);
#endif
}
