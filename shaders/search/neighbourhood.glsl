// The cells around a particle that may hold its neighbours, and the particles in them (paper section 2.3): all cells
// up to kCellsPerCutoff away, 27 in three dimensions for 1; or, kByOctant, with cells at least twice as long as the
// search radius, the 8 cells that meet in the corner nearest to the particle (src/search/method.h).
// The including body defines visitNeighbour; the cell structure (lists.glsl, ranges.glsl), included before this, defines
// how cells are walked.

#include "search/grid.glsl"

/// Called for every other particle j in the cells that may hold neighbours. `image` is what to add to j's position to
/// get the periodic image that lies next to the particle.
void visitNeighbour(int j, vec3 image);

/// Steps from coordinate c by `offset` along one axis. False if a wall is in between.
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

/// The first and the last cell to visit along one axis, as offsets from a particle's own; `inCell` is where in that it
/// lies, 0..1. Within `overlap` of where a cell comes within reach, rounding may have hidden that: it is visited.
ivec2 offsets(float inCell, float overlap) {
  if (kByOctant) return ivec2(inCell < 0.5 + overlap ? -1 : 0, inCell < 0.5 - overlap ? 0 : 1);
  ivec2 reach = ivec2(-kCellsPerCutoff, kCellsPerCutoff);
  if (overlap > 0.0 && inCell < overlap) --reach.x;
  if (overlap > 0.0 && inCell > 1.0 - overlap) ++reach.y;
  return reach;
}

/// Squared distance along one axis from a place, measured from its cell's near side, to the cell `offset` on.
float gapSquared(float fromSide, float edge, int offset) {
  float gap = offset < 0 ? fromSide - float(offset + 1) * edge : offset > 0 ? float(offset) * edge - fromSide : 0.0;
  return gap * gap;
}

bool isInReach(float gapYz, float fromSide, int offset) {
  return gapYz + gapSquared(fromSide, kCellEdge.x, offset) <= kReachSquared;
}

/// Visits the cells of a row, of which `firstCell` is the number of the first, at `offsets` along x from cell `home`.
#ifdef CELLS_ARE_STRETCHES
void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image) {
  while (offsets.x < 0 && !isInReach(gapYz, fromSide, offsets.x)) ++offsets.x;
  while (offsets.y > 0 && !isInReach(gapYz, fromSide, offsets.y)) --offsets.y;
  // The box, and where x is periodic its images on either side.
  for (int side = kPeriodic.x ? -1 : 0; side <= (kPeriodic.x ? 1 : 0); ++side) {
    int first = max(home + offsets.x - side * kCells.x, 0);
    int last = min(home + offsets.y - side * kCells.x, kCells.x - 1);
    if (first > last) continue;
    image.x = float(side) * kBoxSize.x;
    ivec2 places = placesOf(firstCell + first, firstCell + last);
    for (int place = places.x; place < places.y; ++place) {
      int j = elementAt(place);
      if (j != i) visitNeighbour(j, image);
    }
  }
}
#else
void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image) {
  for (int dx = offsets.x; dx <= offsets.y; ++dx) {
    int x = home;
    if (!isInReach(gapYz, fromSide, dx)) continue;
    if (!stepCell(x, image.x, dx, kCells.x, kPeriodic.x, kBoxSize.x)) continue;
    int cursor = firstInCell(firstCell + x);
    while (cursor != kNull) {
      int j = elementAt(cursor);
      // Fetched before the visit, so that the GPU waits for both at the same time.
      cursor = nextInCell(cursor);
      if (j != i) visitNeighbour(j, image);
    }
  }
}
#endif

/// Visits the cells that reach into the search sphere around the position: 20.6 of 27 on average for cells of its
/// radius. kReachSquared has a margin that covers the rounding of the gaps (src/search/cell_grid.cpp).
void forEachNeighbour(int i, vec3 position) {
  ivec3 home = cellCoordinates(position);
  vec3 inCell = position * kCellsPerLength - vec3(home);
  ivec2 offsetsX = offsets(inCell.x, kOverlap.x);
  ivec2 offsetsY = offsets(inCell.y, kOverlap.y);
  ivec2 offsetsZ = kDimensions == 3 ? offsets(inCell.z, kOverlap.z) : ivec2(0);
  vec3 fromSide = inCell * kCellEdge;
  vec3 image;
  for (int dz = offsetsZ.x; dz <= offsetsZ.y; ++dz) {
    int z = home.z;
    if (!stepCell(z, image.z, dz, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    float gapZ = gapSquared(fromSide.z, kCellEdge.z, dz);
    for (int dy = offsetsY.x; dy <= offsetsY.y; ++dy) {
      int y = home.y;
      float gapYz = gapZ + gapSquared(fromSide.y, kCellEdge.y, dy);
      if (gapYz > kReachSquared) continue;
      if (!stepCell(y, image.y, dy, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
      visitRow(i, cellNumber(ivec3(0, y, z)), home.x, offsetsX, fromSide.x, gapYz, image);
    }
  }
}
