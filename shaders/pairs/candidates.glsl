// The candidates of a point: what lies in the cells that are searched for its neighbours, in the order of these cells. A
// window is kWindow of them that follow each other. Passes that take up each other's numbers of candidates must agree in
// them, and two programs may round differently. So one pass decides which cells are searched and writes it down, and the
// others number by integers alone.
// Reads: through the ranges the cells. kWindow comes from the prologue.

#include "cells/reach.glsl"

/// The candidates of a window that are near are bits of as many words.
const int kHitWords = kWindow / 32;

/// The point's own cell, how many cells are searched before and behind it, and the next row to go to: which image of the
/// box along x, and how many cells on along y and z.
ivec3 g_home = ivec3(0);
ivec3 g_before = ivec3(0);
ivec3 g_behind = ivec3(0);
ivec3 g_nextRow = ivec3(0);
const int kSides = kPeriodic.x ? 1 : 0;

/// Candidates so far, from the first one of the window on; before that, negative.
int g_candidates = 0;

/// The stretch of candidates that the walk is at: the numbers of its cells, how far each is from the point's own less its
/// number along x, what to add to positions to get the periodic images next to the point, its places, and the place that
/// candidate 0 of the window would have.
ivec2 g_cells = ivec2(0);
ivec3 g_offset = ivec3(0);
vec3 g_image = vec3(0.0);
ivec2 g_places = ivec2(0);
int g_firstPlace = 0;

/// A word for each axis: the point's own cell, in 24 bits, and how many cells are searched before and behind it, in 4.
uvec3 searchedCells(ivec3 home, ivec2 x, ivec2 y, ivec2 z) {
  return uvec3(home) | uvec3(-x.x, -y.x, -z.x) << 24u | uvec3(x.y, y.y, z.y) << 28u;
}

void beginStretches(uvec3 searched) {
  g_home = ivec3(searched & 0xFFFFFFu);
  g_before = ivec3(searched >> 24u & 15u);
  g_behind = ivec3(searched >> 28u);
  g_nextRow = ivec3(-kSides, -g_before.yz);
}

/// Goes on to the next stretch that ends behind a candidate. Stretches in between are passed over here, so that invocations
/// side by side, whose windows are of one point, meet again at the first of each and do not wait for all others.
bool nextStretch(int candidate) {
  while (g_nextRow.z <= g_behind.z) {
    ivec3 row = g_nextRow;
    if (++g_nextRow.x > kSides) {
      g_nextRow.x = -kSides;
      if (++g_nextRow.y > g_behind.y) {
        g_nextRow.y = -g_before.y;
        ++g_nextRow.z;
      }
    }
    int z = g_home.z;
    int y = g_home.y;
    if (!stepCell(z, g_image.z, row.z, kCells.z, kPeriodic.z, kBoxSize.z)) continue;
    if (!stepCell(y, g_image.y, row.y, kCells.y, kPeriodic.y, kBoxSize.y)) continue;
    ivec2 x = ivec2(max(g_home.x - g_before.x - row.x * kCells.x, 0),
                    min(g_home.x + g_behind.x - row.x * kCells.x, kCells.x - 1));
    if (x.x > x.y) continue;
    int rowStart = cellNumber(ivec3(0, y, z));
    g_cells = rowStart + x;
    g_places = placesOf(g_cells.x, g_cells.y);
    g_firstPlace = g_places.x - g_candidates;
    g_candidates += g_places.y - g_places.x;
    if (g_candidates <= candidate || g_places.x == g_places.y) continue;
    g_offset = ivec3(row.x * kCells.x - g_home.x - rowStart, row.yz);
    g_image.x = float(row.x) * kBoxSize.x;
    return true;
  }
  return false;
}
