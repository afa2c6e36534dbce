// Walking the cells of elements that themselves lie in the order of their cells, the cells whose numbers follow each
// other at once: their elements are one stretch. A cursor is an element.
// Reads: b_start, where each cell begins, and one more behind the last. Compute only (OpenGL 4.3).

/// The places of the elements of cells first .. last: from x up to the one before y.
ivec2 placesOf(int first, int last) {
  return ivec2(b_start[first], b_start[last + 1]);
}

int elementAt(int cursor) {
  return cursor;
}
