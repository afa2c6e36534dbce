// The candidates of a point: the points in the cells that are searched for its neighbours, in the order of these cells.
// A window is kWindow consecutive candidates. All passes that number the candidates must find the same candidates, but
// two programs may round differently. Therefore one pass decides which cells are searched and stores the decision, and
// the other passes number candidates by integer arithmetic alone. With HALF_CELLS the searched cells are the cells that
// cells/cells_around.glsl visits with HALF_CELLS. Reads: the cells, through the ranges. kWindow comes from the
// prologue.

#include "cells/reach.glsl"

/// The number of words that hold a bit for each candidate of a window, set if the candidate is near.
const int kHitWords = kWindow / 32;

/// The point's own place and cell, the numbers of cells that are searched below and above this cell along each axis,
/// and the next row of cells: the row's image of the box along x, and its offset in cells along y and z.
int g_place = 0;
ivec3 g_home = ivec3(0);
ivec3 g_before = ivec3(0);
ivec3 g_after = ivec3(0);
ivec3 g_nextRow = ivec3(0);
const int kSides = kPeriodic.x ? 1 : 0;

/// Number of candidates so far, relative to the window's first candidate; negative before that candidate.
int g_candidates = 0;

/// The present stretch of candidates. g_cells: the numbers of its first and its last cell. g_offset: a cell's offset
/// from the point's own cell; along x, the cell's number must be added to it. g_image: the vector from positions to
/// their periodic images next to the point. g_places: the places of its candidates. g_firstPlace: the place that
/// candidate 0 of the window would have.
ivec2 g_cells = ivec2(0);
ivec3 g_offset = ivec3(0);
vec3 g_image = vec3(0.0);
ivec2 g_places = ivec2(0);
int g_firstPlace = 0;

/// Returns a word per axis: the point's own cell, in 24 bits, and the numbers of cells that are searched below and
/// above this cell, in 4 bits each.
uvec3 searchedCells(ivec3 home, ivec2 x, ivec2 y, ivec2 z) {
  return uvec3(home) | uvec3(-x.x, -y.x, -z.x) << 24u | uvec3(x.y, y.y, z.y) << 28u;
}

void beginStretches(int place, uvec3 searched) {
  g_place = place;
  g_home = ivec3(searched & 0xFFFFFFu);
  g_before = ivec3(searched >> 24u & 15u);
  g_after = ivec3(searched >> 28u);
  g_nextRow = ivec3(-kSides, -g_before.yz);
}

/// Moves to the next stretch that ends after a candidate. Returns false if there is none. Stretches that end before the
/// candidate are skipped, so that neighbouring invocations, whose windows belong to one point, reach their first
/// stretches together and do not wait for each other.
bool nextStretch(int candidate) {
  while (g_nextRow.z <= g_after.z) {
    ivec3 row = g_nextRow;
    if (++g_nextRow.x > kSides) {
      g_nextRow.x = -kSides;
      if (++g_nextRow.y > g_after.y) {
        g_nextRow.y = -g_before.y;
        ++g_nextRow.z;
      }
    }
    int z = g_home.z;
    int y = g_home.y;
    if (!stepCell(z, g_image.z, row.z, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    if (!stepCell(y, g_image.y, row.y, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
    int afterX = g_after.x;
#ifdef HALF_CELLS
    if (row.z == 0 && row.y > 0) continue;
    bool isOwnRow = row.z == 0 && row.y == 0;
    if (isOwnRow) afterX = 0;
#endif
    ivec2 x = ivec2(max(g_home.x - g_before.x - row.x * kCells.x, 0),
                    min(g_home.x + afterX - row.x * kCells.x, kCells.x - 1));
    if (x.x > x.y) continue;
    int rowStart = cellNumber(ivec3(0, y, z));
    g_cells = rowStart + x;
    g_places = placesOf(g_cells.x, g_cells.y);
#ifdef HALF_CELLS
    if (isOwnRow && row.x == 0) g_places.y = min(g_places.y, g_place);
#endif
    g_firstPlace = g_places.x - g_candidates;
    g_candidates += g_places.y - g_places.x;
    if (g_candidates <= candidate || g_places.x == g_places.y) continue;
    g_offset = ivec3(row.x * kCells.x - g_home.x - rowStart, row.yz);
    g_image.x = float(row.x) * kBoxSize.x;
    return true;
  }
  return false;
}
