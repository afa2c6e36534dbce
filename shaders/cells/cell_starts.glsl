// Walks cells if the elements themselves are in the order of their cells. The elements of cells with consecutive
// numbers are one stretch. A cursor is an element.
// Reads: b_start, the start of each cell, then the number of elements. Compute only (OpenGL 4.3).

/// Returns the places x .. y - 1 of the elements of cells first .. last.
ivec2 placesOf(int first, int last) {
  return ivec2(b_start[first], b_start[last + 1]);
}

int elementAt(int cursor) {
  return cursor;
}
