// The reach of a search along an axis. The cells, the sides of the box and the search sphere limit this reach.
// Functions. kByOctant, kCellsPerCutoff, kOverlap and kReachSquared come from the prologue (src/cells/cell_grid.cpp).

#include "cells/grid.glsl"

/// Steps from coordinate c by `offset` along one axis. Returns false if the step crosses a wall.
bool stepCell(inout int c, out float image, int offset, int cells, bool periodic, float size) {
  c += offset;
  image = 0.0;
  if (c < 0) {
    c += cells;
    image = -size;
    return periodic;
  }
  if (c >= cells) {
    c -= cells;
    image = size;
    return periodic;
  }
  return true;
}

/// Returns the first and the last cell to visit along one axis, as offsets from a particle's own cell. `inCell` is the
/// particle's place in its own cell, 0..1. A cell that is out of reach by less than `overlap` is visited, too, since
/// rounding may have put a neighbour there.
ivec2 offsets(float inCell, float overlap) {
  if (kByOctant) return ivec2(inCell < 0.5 + overlap ? -1 : 0, inCell < 0.5 - overlap ? 0 : 1);
  ivec2 reach = ivec2(-kCellsPerCutoff, kCellsPerCutoff);
  if (overlap > 0.0 && inCell < overlap) --reach.x;
  if (overlap > 0.0 && inCell > 1.0 - overlap) ++reach.y;
  return reach;
}

/// Returns the squared distance along one axis from a place to the cell that is `offset` cells away. `fromSide` is the
/// distance of the place from the near side of its own cell.
float gapSquared(float fromSide, float edge, int offset) {
  float gap = offset < 0 ? fromSide - float(offset + 1) * edge : offset > 0 ? float(offset) * edge - fromSide : 0.0;
  return gap * gap;
}

bool isInReach(float gapYz, float fromSide, int offset) {
  return gapYz + gapSquared(fromSide, kCellEdge.x, offset) <= kReachSquared;
}
