// Decides which cells are searched for the neighbours of a point, and counts the windows of their candidates. Reads:
// u_position, w is the number of the point, and through the ranges the cells; u_centres like pairs/pairs.glsl. Writes:
// o_searched, xyz: the words of pairs/candidates.glsl; o_windows, x: the number of windows; y, z and w, the other words
// of a prefix sum, are 0. One invocation: one list.

#include "pairs/candidates.glsl"

uniform sampler2D u_position;
uniform int u_centres;

void run(int i) {
  vec4 point = texelFetch(u_position, texelOf(i), 0);
  vec3 position = point.xyz;
  ivec3 home = cellCoordinates(position);
  vec3 inCell = position * kCellsPerLength - vec3(home);
  o_searched.xyz = searchedCells(home, offsets(inCell.x, kOverlap.x), offsets(inCell.y, kOverlap.y),
                                 kDimensions == 3 ? offsets(inCell.z, kOverlap.z) : ivec2(0));
  o_searched.w = 0u;
  beginStretches(o_searched.xyz);
  nextStretch(0x7FFFFFFF);
  bool hasList = int(point.w) < u_centres;
  o_windows = uvec4(hasList ? uint((g_candidates + kWindow - 1) / kWindow) : 0u, 0u, 0u, 0u);
}
