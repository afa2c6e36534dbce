// The neighbourhood of 27 cells (9 in two dimensions) of edge >= the search radius (paper section 2.3).
// The including body defines visitNeighbour; the cell structure defines firstInCell and nextInCell.

#include "search/grid.glsl"

int firstInCell(int cell);
int nextInCell(int i);

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

/// Squared distance along one axis from a coordinate, measured from its cell's near side, to the cell `offset` on.
float gapSquared(float inCell, float edge, int offset) {
  float gap = offset < 0 ? inCell : offset > 0 ? edge - inCell : 0.0;
  return gap * gap;
}

/// Visits the cells that reach into the search sphere around the position: 20.6 of 27 on average for cells of its
/// radius. The margin covers the rounding of the gaps: 2^-24 of a position, 1e-5 where the box is 100 radii long.
void forEachNeighbour(int i, vec3 position) {
  ivec3 home = cellCoordinates(position);
  vec3 inCell = position - vec3(home) * kCellEdge;
  const int kReachZ = kDimensions == 3 ? 1 : 0;
  const float kReachSquared = 1.0001 * kSearchRadius * kSearchRadius;
  vec3 image;
  for (int dz = -kReachZ; dz <= kReachZ; ++dz) {
    int z = home.z;
    if (!stepCell(z, image.z, dz, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    float gapZ = gapSquared(inCell.z, kCellEdge.z, dz);
    for (int dy = -1; dy <= 1; ++dy) {
      int y = home.y;
      float gapYz = gapZ + gapSquared(inCell.y, kCellEdge.y, dy);
      if (gapYz > kReachSquared) continue;
      if (!stepCell(y, image.y, dy, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
      for (int dx = -1; dx <= 1; ++dx) {
        int x = home.x;
        if (gapYz + gapSquared(inCell.x, kCellEdge.x, dx) > kReachSquared) continue;
        if (!stepCell(x, image.x, dx, kCells.x, kPeriodic.x, kBoxSize.x)) continue;
        int j = firstInCell(cellNumber(ivec3(x, y, z)));
        while (j != kNull) {
          // Fetched before the visit, so that the GPU waits for both at once.
          int following = nextInCell(j);
          if (j != i) visitNeighbour(j, image);
          j = following;
        }
      }
    }
  }
}
