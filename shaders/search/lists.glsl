// Walking the cells of a bucket sort that made linked lists: first in cell, next in cell, kNull at the end.
// Reads: u_head, u_next.

#include "texel/id.glsl"

uniform sampler2D u_head;
uniform sampler2D u_next;

int firstInCell(int cell) {
  return fetchId(u_head, cell);
}

int nextInCell(int i) {
  return fetchId(u_next, i);
}
