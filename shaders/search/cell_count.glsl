// How many particles a cell holds.
// Reads: the lists. Writes: o_count, the number as an id. One invocation: one cell.

#include "search/lists.glsl"

void run(int i) {
  int count = 0;
  for (int j = firstInCell(i); j != kNull; j = nextInCell(j)) ++count;
  o_count = encodeId(count, 1.0);
}
