// Brings a position back into the box if it is outside by less than the length of a side. Function. Reads and writes
// nothing.

#include "cells/grid.glsl"

/// Wraps a position around at a periodic side. At a reflecting side, mirrors the position and reverses the component of
/// both velocities across the side.
vec3 passSides(vec3 position, inout vec3 before, inout vec3 after) {
  for (int axis = 0; axis < kDimensions; ++axis) {
    float size = kBoxSize[axis];
    // A place on a wall is in the box. The far periodic side is the image of the near side.
    if (position[axis] >= 0.0 && (kPeriodic[axis] ? position[axis] < size : position[axis] <= size)) continue;
    if (kPeriodic[axis]) {
      position[axis] += position[axis] < 0.0 ? size : -size;
      // A tiny negative coordinate rounds up to the far side, which is the near side's image.
      if (position[axis] >= size) position[axis] = 0.0;
    } else {
      position[axis] = position[axis] < 0.0 ? -position[axis] : 2.0 * size - position[axis];
      before[axis] = -before[axis];
      after[axis] = -after[axis];
    }
  }
  return position;
}
