// Counts the near points in a point's own cell and in the next cell along each of some axes. Reads: u_position, in
// units of the search radius; the cells, through the cell structure; u_axes, whose bits 0, 1 and 2 select the axes x, y
// and z. After the last cell along an axis, the next cell is the first cell, so that every point visits the same number
// of cells. Writes: o_count as in bench/count_neighbours.glsl. One invocation: one point.

#include "cells/grid.glsl"

int firstInCell(int cell);
int nextInCell(int cursor);
int elementAt(int cursor);

uniform sampler2D u_position;
uniform int u_axes;

void run(int i) {
  vec3 position = texelFetch(u_position, texelOf(i), 0).xyz;
  ivec3 home = cellCoordinates(position);
  uint near = 0u;
  uint candidates = 0u;
  for (int axis = -1; axis < 3; ++axis) {
    ivec3 cell = home;
    if (axis >= 0) {
      if ((u_axes >> axis & 1) == 0) continue;
      cell[axis] = cell[axis] + 1 < kCells[axis] ? cell[axis] + 1 : 0;
    }
    int cursor = firstInCell(cellNumber(cell));
    while (cursor != kNull) {
      int j = elementAt(cursor);
      cursor = nextInCell(cursor);
      if (j == i) continue;
      vec3 apart = texelFetch(u_position, texelOf(j), 0).xyz - position;
      ++candidates;
      if (dot(apart, apart) <= 1.0) ++near;
    }
  }
  o_count = uvec4(near, candidates, 0u, 0u);
}
