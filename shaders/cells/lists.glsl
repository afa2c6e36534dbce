// Walks the elements of a cell after a sort that made linked lists. firstInCell begins the walk; nextInCell continues
// it, and returns kNull at the end. A cursor is the element itself.
// Reads: u_head, u_next.

#include "texel/id.glsl"

uniform sampler2D u_head;
uniform sampler2D u_next;

int firstInCell(int cell) {
  return fetchId(u_head, cell);
}

int nextInCell(int cursor) {
  return fetchId(u_next, cursor);
}

int elementAt(int cursor) {
  return cursor;
}
