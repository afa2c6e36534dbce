// How many particles the list of a cell holds.
// Reads: the lists. Writes: o_length, the number as an id. One invocation: one cell.

#include "search/lists.glsl"

void run(int i) {
  int length = 0;
  for (int j = firstInCell(i); j != kNull; j = nextInCell(j)) ++length;
  o_length = encodeId(length, 1.0);
}
