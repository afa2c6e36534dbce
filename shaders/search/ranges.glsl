// Walking the cells of a sort that put the elements in order (src/sort/range_sort.h): first in cell, next in cell, kNull
// at the end. A cursor is a place in that order. One cell is walked at a time.
// Reads: u_order, u_start.

#include "texel/id.glsl"

uniform sampler2D u_order;
uniform sampler2D u_start;

int g_cellEnd = 0;

int firstInCell(int cell) {
  g_cellEnd = fetchId(u_start, cell + 1);
  int first = fetchId(u_start, cell);
  return first < g_cellEnd ? first : kNull;
}

int nextInCell(int cursor) {
  return cursor + 1 < g_cellEnd ? cursor + 1 : kNull;
}

int elementAt(int cursor) {
  return fetchId(u_order, cursor);
}
