// The cells around a particle that may hold its neighbours, and the particles in them (paper section 2.3): all cells
// up to kCellsPerCutoff away, 27 in three dimensions for 1; or, kByOctant, with cells at least twice as long as the
// search radius, the 8 cells that meet in the corner nearest to the particle (src/search/method.h).
// The including body defines visitNeighbour; the cell structure (lists.glsl, ranges.glsl) defines how a cell is walked.

#include "search/grid.glsl"

int firstInCell(int cell);
int nextInCell(int cursor);
int elementAt(int cursor);

/// Called for every other particle j in the cells that may hold neighbours. `image` is what to add to j's position to get the
/// periodic image that lies next to the particle.
void visitNeighbour(int j, vec3 image);

/// Steps from coordinate c by `offset` along one axis. False where a wall is in between.
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
      for (int dx = offsetsX.x; dx <= offsetsX.y; ++dx) {
        int x = home.x;
        if (gapYz + gapSquared(fromSide.x, kCellEdge.x, dx) > kReachSquared) continue;
        if (!stepCell(x, image.x, dx, kCells.x, kPeriodic.x, kBoxSize.x)) continue;
        int cursor = firstInCell(cellNumber(ivec3(x, y, z)));
        while (cursor != kNull) {
          int j = elementAt(cursor);
          // Fetched before the visit, so that the GPU waits for both at once.
          cursor = nextInCell(cursor);
          if (j != i) visitNeighbour(j, image);
        }
      }
    }
  }
}
