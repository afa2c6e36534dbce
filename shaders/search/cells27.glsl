// The neighbourhood of 27 cells (9 in two dimensions) of edge >= the cut-off (paper section 2.3).
// The including body defines visitNeighbour; the cell structure defines firstInCell and nextInCell.

#include "search/grid.glsl"

int firstInCell(int cell);
int nextInCell(int i);

/// Called for every other particle j in the neighbourhood. `image` is what to add to j's position to get the
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

void forEachNeighbour(int i, vec3 position) {
  ivec3 home = cellCoordinates(position);
  const int kReachZ = kDimensions == 3 ? 1 : 0;
  vec3 image;
  for (int dz = -kReachZ; dz <= kReachZ; ++dz) {
    int z = home.z;
    if (!stepCell(z, image.z, dz, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    for (int dy = -1; dy <= 1; ++dy) {
      int y = home.y;
      if (!stepCell(y, image.y, dy, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
      for (int dx = -1; dx <= 1; ++dx) {
        int x = home.x;
        if (!stepCell(x, image.x, dx, kCells.x, kPeriodic.x, kBoxSize.x)) continue;
        for (int j = firstInCell(cellNumber(ivec3(x, y, z))); j != kNull; j = nextInCell(j)) {
          if (j != i) visitNeighbour(j, image);
        }
      }
    }
  }
}
