// Finds the candidates of a window that are near its point.
// Reads: the inputs of pairs/pairs.glsl; the cells, through the ranges; u_searched; u_windowEnds, x: the end of the
// windows of each list. Writes: o_hits0 and o_hits1, a bit for each candidate, set if it is near; the last word, w of
// o_hits1, is the number of the list instead. Also writes: o_count, x: the number of hits, z: the number of blocks of
// kBlock slots for these hits; y and w, which are the high words of a prefix sum, are 0. One invocation: window
// u_firstWindow + i, which belongs to one of the lists u_firstList .. u_lastList.

#include "pairs/candidates.glsl"
#include "pairs/pairs.glsl"

uniform usampler2D u_searched;
uniform usampler2D u_windowEnds;
uniform int u_firstList;
uniform int u_lastList;
uniform uint u_firstWindow;

uvec4 g_hits0 = uvec4(0u);
uvec4 g_hits1 = uvec4(0u);
uint g_count = 0u;

/// Examines the cells of a stretch that reach into the search sphere.
void visitStretch(int list, vec3 fromSide) {
  float gapYz = gapSquared(fromSide.y, kCellEdge.y, g_offset.y) + gapSquared(fromSide.z, kCellEdge.z, g_offset.z);
  if (gapYz > kReachSquared) return;
  ivec2 cells = g_cells;
  while (cells.x + g_offset.x < 0 && !isInReach(gapYz, fromSide.x, cells.x + g_offset.x)) ++cells.x;
  while (cells.y + g_offset.x > 0 && !isInReach(gapYz, fromSide.x, cells.y + g_offset.x)) --cells.y;
  if (cells.x > cells.y) return;
  ivec2 places = cells == g_cells ? g_places : placesOf(cells.x, cells.y);
  int end = min(min(places.y, g_places.y), g_firstPlace + kWindow);
  for (int place = max(places.x, g_firstPlace); place < end; ++place) {
    if (place == list || isNear(place, g_image) == 0u) continue;
    int candidate = place - g_firstPlace;
    // Two variables instead of an array: a variable index would put an array into slow memory.
    uvec4 word = uvec4(equal(ivec4(candidate >> 5 & 3), ivec4(0, 1, 2, 3))) << uint(candidate & 31);
    if (candidate < 128) {
      g_hits0 |= word;
    } else {
      g_hits1 |= word;
    }
    ++g_count;
  }
}

uint windowsUpTo(int list) {
  return texelFetch(u_windowEnds, texelOf(list), 0).x;
}

void run(int i) {
  int low = u_firstList;
  int high = u_lastList;
  while (low < high) {
    int middle = (low + high) / 2;
    if (windowsUpTo(middle) - u_firstWindow > uint(i)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  uvec3 searched = texelFetch(u_searched, texelOf(low), 0).xyz;
  uint windowsBefore = low > 0 ? windowsUpTo(low - 1) : 0u;
  g_candidates = -kWindow * int(u_firstWindow + uint(i) - windowsBefore);
  beginList(low);
  beginStretches(low, searched);
  vec3 fromSide = (g_position * kCellsPerLength - vec3(g_home)) * kCellEdge;
  while (g_candidates < kWindow && nextStretch(0)) visitStretch(low, fromSide);
  o_hits0 = g_hits0;
  o_hits1 = uvec4(g_hits1.xyz, uint(low));
  o_count = uvec4(g_count, 0u, (g_count + uint(kBlock) - 1u) / uint(kBlock), 0u);
}
