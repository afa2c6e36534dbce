// The number of elements in a cell.
// Reads: the cells, through the cell structure. Writes: o_length, x: the number; y, z and w, which are the other words
// of a prefix sum, are 0. One invocation: one cell.

void run(int i) {
  o_length = uvec4(0u);
  for (int cursor = firstInCell(i); cursor != kNull; cursor = nextInCell(cursor)) ++o_length.x;
}
