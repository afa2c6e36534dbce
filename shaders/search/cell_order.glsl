// Puts elements into the order of their cells, within a cell into the order of its list.
// Reads: the lists, and u_end, x: the number of elements in all cells up to and with a cell. Writes: o_order, the
// element that belongs in place i. One invocation: one place.

#include "search/lists.glsl"

uniform usampler2D u_end;
uniform int u_cells;

int endOf(int cell) {
  return int(texelFetch(u_end, texelOf(cell), 0).x);
}

void run(int i) {
  int low = 0;
  int high = u_cells - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (endOf(middle) > i) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  int before = i - (low > 0 ? endOf(low - 1) : 0);
  int element = firstInCell(low);
  for (int k = 0; k < before; ++k) element = nextInCell(element);
  o_order = encodeId(element, 1.0);
}
