// For each axis, multiplies z of u_composition in a cell by z in the cell that is u_lag cells farther along this axis.
// All axes are periodic. Reads: u_composition. Writes: o_product, xyz: the product along each axis. One invocation: one
// cell.

#include "cells/grid.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_composition;
uniform int u_lag;

float compositionAt(ivec3 cell) {
  return texelFetch(u_composition, texelOf(cellNumber(cell)), 0).z;
}

void run(int i) {
  ivec3 cell = ivec3(i % kCells.x, (i / kCells.x) % kCells.y, i / (kCells.x * kCells.y));
  float here = compositionAt(cell);
  vec3 there;
  for (int axis = 0; axis < 3; ++axis) {
    ivec3 other = cell;
    other[axis] = (cell[axis] + u_lag) % kCells[axis];
    there[axis] = compositionAt(other);
  }
  o_product = vec4(here * there, 0.0);
}
