// Finds the cells that a search from one element walks (neighbourhood.glsl). Reads: u_position. Writes: o_cell, x: the
// number of a cell, y: 1 if the search walks it, 0 if it is too far away or beyond a wall. One invocation: one of the
// cells around the cell of element u_element. On either side along each axis, these cells reach one cell farther than a
// search. They are numbered x first, then y, then z.

#include "cells/reach.glsl"
#include "texel/layout.glsl"

uniform sampler2D u_position;
uniform int u_element;

void run(int i) {
  vec3 position = texelFetch(u_position, texelOf(u_element), 0).xyz;
  ivec3 cell = cellCoordinates(position);
  vec3 inCell = position * kCellsPerLength - vec3(cell);
  vec3 fromSide = inCell * kCellEdge;
  const int kMost = kCellsPerCutoff + 1;
  const int kAlong = 2 * kMost + 1;
  ivec3 steps = ivec3(i % kAlong, i / kAlong % kAlong, i / (kAlong * kAlong)) - kMost;
  bool isWalked = true;
  float gap = 0.0;
  for (int axis = 2; axis >= 0; --axis) {
    ivec2 reach = axis < kDimensions ? offsets(inCell[axis], kOverlap[axis]) : ivec2(0);
    int at = cell[axis];
    float image;
    bool isInBox = stepCell(at, image, steps[axis], kCells[axis], kPeriodic[axis], kBoxSize[axis]);
    cell[axis] = at;
    gap += gapSquared(fromSide[axis], kCellEdge[axis], steps[axis]);
    isWalked = isWalked && isInBox && steps[axis] >= reach.x && steps[axis] <= reach.y;
  }
  o_cell = uvec4(cellNumber(cell), isWalked && gap <= kReachSquared ? 1u : 0u, 0u, 0u);
}
