// Decides which cells are searched for the neighbours of a point, and counts the windows of their candidates. Reads:
// the inputs of pairs/pairs.glsl; the cells, through the ranges. Writes: o_searched, xyz: the words that
// searchedCells() in pairs/candidates.glsl returns; o_windows, x: the number of windows; y, z and w, the other words of
// a prefix sum, are 0. One invocation: one list.

#include "pairs/candidates.glsl"
#include "pairs/pairs.glsl"

void run(int i) {
  beginList(i);
  ivec3 home = cellCoordinates(g_position);
  vec3 inCell = g_position * kCellsPerLength - vec3(home);
  ivec2 offsetsZ = kDimensions == 3 ? offsets(inCell.z, kOverlap.z) : ivec2(0);
#ifdef HALF_CELLS
  offsetsZ.y = 0;
#endif
  o_searched.xyz =
    searchedCells(home, offsets(inCell.x, kOverlap.x), offsets(inCell.y, kOverlap.y), offsetsZ);
  o_searched.w = 0u;
  beginStretches(i, o_searched.xyz);
  nextStretch(0x7FFFFFFF);
  o_windows = uvec4(hasList() ? uint((g_candidates + kWindow - 1) / kWindow) : 0u, 0u, 0u, 0u);
}
