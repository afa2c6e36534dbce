// The cells around a particle that may hold its neighbours, and the particles in them (paper section 2.3): all cells
// up to kCellsPerCutoff away, 27 in three dimensions for 1; or, kByOctant, with cells at least twice as long as the
// search radius, the 8 cells that meet in the corner nearest to the particle (src/cells/method.h).
// The including body defines visitNeighbour; the cell structure (lists.glsl, ranges.glsl), included before this, defines
// how cells are walked. Or, NEIGHBOUR_LISTS, those that were found there before.
// With SOFTWARE, loops that nearly always have a first turn test at their end: a software renderer makes a turn more of
// others, with nothing to do in it. GPUs are slower with these.

#include "cells/reach.glsl"

/// Called for every other particle j in the cells that may hold neighbours. `image` is what to add to j's position to
/// get the periodic image that lies next to the particle.
void visitNeighbour(int j, vec3 image);

int lowestBit(uint bits) {
#if __VERSION__ >= 400
  return findLSB(bits);
#else
  return (floatBitsToInt(float(bits & (~bits + 1u))) >> 23) - 127;
#endif
}

#ifdef NEIGHBOUR_LISTS
#include "cells/neighbour_lists.glsl"
#else

#ifdef CELLS_ARE_STRETCHES
#if defined(BODY_VISITS_STRETCHES)
/// Called for every stretch of elements that may be neighbours: their places as cell_starts.glsl says.
void visitStretch(int i, ivec2 places, vec3 image);
ivec2 placesOf(int first, int last);
#elif defined(NEAR_FIRST)
#include "cells/near_first.glsl"
#else
void visitStretch(int i, ivec2 places, vec3 image) {
  if (places.x >= places.y) return;
  int place = places.x;
  do {
    int j = elementAt(place);
    if (j != i) visitNeighbour(j, image);
    ++place;
  } while (place < places.y);
}
#endif
#endif

#ifdef CELLS_ARE_STRETCHES
/// Visits the cells of a row that are in an image of the box along x.
void visitSide(int i, int firstCell, ivec2 row, int side, vec3 image) {
  int first = max(row.x - side * kCells.x, 0);
  int last = min(row.y - side * kCells.x, kCells.x - 1);
  image.x = float(side) * kBoxSize.x;
  visitStretch(i, placesOf(firstCell + first, firstCell + last), image);
}
#endif

/// Visits the cells of a row, of which `firstCell` is the number of the first, at `offsets` along x from cell `home`.
#ifdef CELLS_ARE_STRETCHES
void visitRow(int i, int firstCell, int home, ivec2 offsets, float fromSide, float gapYz, vec3 image) {
  for (int k = 0; k < kCellsPerCutoff; ++k) {
    offsets.x += int(offsets.x < 0 && !isInReach(gapYz, fromSide, offsets.x));
    offsets.y -= int(offsets.y > 0 && !isInReach(gapYz, fromSide, offsets.y));
  }
  ivec2 row = home + offsets;
  // The box, and where x is periodic its images on either side, if the row reaches into them.
  int lastSide = kPeriodic.x && row.y >= kCells.x ? 1 : 0;
  int side = kPeriodic.x && row.x < 0 ? -1 : 0;
#ifdef SOFTWARE
  do {
    visitSide(i, firstCell, row, side, image);
  } while (++side <= lastSide);
#else
  for (; side <= lastSide; ++side) visitSide(i, firstCell, row, side, image);
#endif
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

/// Walks the cells that reach into the search sphere around the position: 20.6 of 27 on average for cells of its
/// radius. kReachSquared has a margin that covers the rounding of the gaps (src/cells/cell_grid.cpp).
void walkCells(int i, vec3 position) {
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

void forEachNeighbour(int i, vec3 position) {
#if defined(CELLS_ARE_STRETCHES) && defined(NEAR_FIRST)
  do {
    walkCells(i, position);
  } while (visitNoted());
#else
  walkCells(i, position);
#endif
}

#endif
