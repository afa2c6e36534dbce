// The distance of a position from a shape in the box (src/cells/shape.h, ShapeInBox). A shape consists of the points
// within a radius of its core, which is a box of half lengths `core` about the centre. Functions. Reads and writes
// nothing. The prologue holds kBoxSize, kPeriodic and kDimensions (cells/grid.glsl).

#include "cells/nearest_image.glsl"

struct Shape {
  vec3 centre;
  vec3 core;  // half lengths of the core
  float radius;
};

/// Returns the vector from the nearest image of a centre to a position. In two dimensions z is 0.
vec3 fromImage(vec3 centre, vec3 position) {
  vec3 from = position - centre;
  from -= nearestImage(from);
  if (kDimensions == 2) from.z = 0.0;
  return from;
}

/// Returns the distance of a position from the surface of a shape, negative inside. `from` leads from the centre of the
/// shape to the position.
float distanceTo(Shape shape, vec3 from) {
  vec3 outside = abs(from) - shape.core;
  float inner = kDimensions == 2 ? max(outside.x, outside.y) : max(max(outside.x, outside.y), outside.z);
  return (inner > 0.0 ? length(max(outside, 0.0)) : inner) - shape.radius;
}

/// Returns the direction, of length 1, in which the distance from the shape grows.
vec3 normalOf(Shape shape, vec3 from) {
  vec3 outside = abs(from) - shape.core;
  int nearest = 0;
  for (int axis = 1; axis < kDimensions; ++axis) {
    if (outside[axis] > outside[nearest]) nearest = axis;
  }
  vec3 normal = vec3(0.0);
  if (outside[nearest] > 0.0) {
    normal = max(outside, 0.0) * sign(from);
    return normal / length(normal);
  }
  normal[nearest] = from[nearest] < 0.0 ? -1.0 : 1.0;
  return normal;
}
