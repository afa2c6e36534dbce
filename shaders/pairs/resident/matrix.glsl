// Writes rows of a matrix of neighbours. Compute only (OpenGL 4.3).
// Reads: b_j and b_shifts, columns of pairs from the row u_firstRow on; b_offsets, the offsets of the rows of points in
// two words. Writes: from the point u_firstPoint on, u_most places per point, b_ids, the neighbours and then u_fill,
// and b_idShifts, their shifts and then 0. One invocation: one place.

uniform int u_firstPoint;
uniform int u_most;
uniform int u_fill;
uniform uint u_firstRow;

void run(int at) {
  int row = at / u_most;
  int point = u_firstPoint + row;
  uint k = uint(at - row * u_most);
  uint begin = b_offsets[point].x;
  bool isFilled = k < b_offsets[point + 1].x - begin;
  uint from = begin - u_firstRow + k;
  b_ids[at] = isFilled ? b_j[from] : uint(u_fill);
  for (int axis = 0; axis < 3; ++axis) {
    b_idShifts[3 * at + axis] = isFilled ? b_shifts[3u * from + uint(axis)] : 0u;
  }
}
