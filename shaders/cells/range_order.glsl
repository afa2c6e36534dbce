// Puts elements into the order of their cells, and the elements of a cell into the order of its list. Reads: the lists,
// and u_start, the start of each cell in the order of cells (range_starts.glsl). Writes: o_order, the element for place
// i. One invocation: one place.

#include "cells/lists.glsl"

uniform sampler2D u_start;
uniform int u_cells;

void run(int i) {
  // Finds the last cell that begins at place i or before it. This cell is not empty.
  int low = 0;
  int high = u_cells - 1;
  int start = 0;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    int startOfMiddle = fetchId(u_start, middle);
    if (startOfMiddle <= i) {
      low = middle;
      start = startOfMiddle;
    } else {
      high = middle - 1;
    }
  }
  int element = firstInCell(low);
  for (int k = start; k < i; ++k) element = nextInCell(element);
  o_order = encodeId(element, 1.0);
}
