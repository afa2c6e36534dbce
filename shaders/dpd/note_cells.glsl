// Notes the cell of each particle by the particle's id, which does not depend on the order in memory. Compute only
// (OpenGL 4.3).
// Reads: the particles, through the accessors that the prologue includes. Writes: b_cellOfId. One invocation: one of
// the particles u_first .. u_first + u_count - 1.

#include "cells/grid.glsl"
#include "texel/element.glsl"

void main() {
  int i = elementOfInvocation();
  if (i < 0) return;
  b_cellOfId[int(predictedOf(i).w)] = uint(cellNumber(cellCoordinates(positionOf(i).xyz)));
}
