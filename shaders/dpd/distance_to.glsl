// The distance of a particle from a place. Function. Reads and writes nothing.

#include "cells/grid.glsl"

/// Returns the distance to the nearest image of a centre.
float distanceTo(vec3 centre, vec3 position) {
  vec3 from = position - centre;
  for (int axis = 0; axis < kDimensions; ++axis) {
    if (kPeriodic[axis]) from[axis] -= kBoxSize[axis] * round(from[axis] / kBoxSize[axis]);
  }
  if (kDimensions == 2) from.z = 0.0;
  return length(from);
}
