// One of the solids of a fluid (src/dpd/model/solids.h), with the holes in it, along a line of sight. Functions. The
// prologue defines kDimensions, kPeriodic, kBoxSize and kMostSolids. FLAT selects two dimensions.

#include "cells/shape.glsl"
#include "render/eye.glsl"

uniform mat4 u_view;
uniform vec3 u_low;  // corners of the part of the box that is drawn
uniform vec3 u_high;
uniform vec4 u_solidCentre[kMostSolids];  // w: radius
uniform vec4 u_solidCore[kMostSolids];    // w: kind
uniform int u_solids;
uniform int u_solid;   // the solid that is drawn
uniform float u_lift;  // length by which the faces of the solid are drawn away from the fluid

in vec3 v_eye;

const float kVessel = 1.0;
const float kHole = 2.0;
const float kEndless = 1e29;

Shape solidShape(int k) { return Shape(u_solidCentre[k].xyz, u_solidCore[k].xyz, u_solidCentre[k].w); }

bool isVessel() { return u_solidCore[u_solid].w == kVessel; }

/// The surface that is nearest to a place: its signed distance from the place, negative in the solid; its normal
/// towards the fluid; and the distance of its nearest edge, where another surface begins.
struct Near {
  float distance;
  vec3 normal;
  float edge;
};

void add(inout Near near, float distance, vec3 normal) {
  if (distance > near.distance) {
    near = Near(distance, normal, distance - near.distance);
  } else {
    near.edge = min(near.edge, near.distance - distance);
  }
}

/// Returns the difference between the distances of a place from the second nearest and from the nearest face of a flat
/// shape.
float edgeOf(Shape shape, vec3 from) {
  float face = -1e30;
  float next = -1e30;
  for (int axis = 0; axis < kDimensions; ++axis) {
    float outside = abs(from[axis]) - shape.core[axis];
    next = max(next, min(face, outside));
    face = max(face, outside);
  }
  return face - next;
}

/// Replaces the distance from hollow shapes, and the direction in which it grows, by the values of shape `k` if this
/// shape is nearer.
void addHollow(inout float distance, inout vec3 normal, int k, vec3 place) {
  Shape shape = solidShape(k);
  vec3 from = fromImage(shape.centre, place);
  float next = distanceTo(shape, from);
  if (next >= distance) return;
  distance = next;
  normal = normalOf(shape, from);
}

/// Cuts off the part of a body that is neither in vessel `k` nor in one of its holes: this part is in no fluid.
void cutOff(inout Near near, int k, vec3 place) {
  float distance = 1e30;
  vec3 normal = vec3(0.0);
  addHollow(distance, normal, k, place);
  for (int hole = k + 1; hole < u_solids; ++hole) {
    if (u_solidCore[hole].w == kHole) addHollow(distance, normal, hole, place);
  }
  add(near, distance, normal);
}

Near nearTo(vec3 place) {
  Shape shape = solidShape(u_solid);
  vec3 from = fromImage(shape.centre, place);
  float side = isVessel() ? -1.0 : 1.0;
  Near near = Near(side * distanceTo(shape, from) + u_lift, side * normalOf(shape, from),
                   shape.radius > 0.0 ? 1e30 : edgeOf(shape, from));
  float liftOfHoles = isVessel() ? u_lift : 0.0;
  for (int k = 0; k < u_solids; ++k) {
    if (u_solidCore[k].w == kVessel && !isVessel()) cutOff(near, k, place);
    if (k <= u_solid || u_solidCore[k].w != kHole) continue;
    vec3 inHole = fromImage(u_solidCentre[k].xyz, place);
    add(near, liftOfHoles - distanceTo(solidShape(k), inHole), -normalOf(solidShape(k), inHole));
  }
  return near;
}

/// The part of the line of sight that is drawn, in box coordinates.
struct Sight {
  vec3 from;
  vec3 along;        // a vector of length 1
  float begin, end;  // distances from `from`; nothing is drawn if end <= begin
  vec3 side;         // outward normal of the side at the beginning
  float pixel;       // size of a pixel at the fragment, length
};

Sight sightOf() {
  bool isPerspective = u_projection[2][3] != 0.0;
  mat3 toEye = mat3(u_view);
  Sight sight;
  // Coordinates across the line of sight. They change by the same amount per pixel, whatever the direction of the face.
  vec2 across = isPerspective ? v_eye.xy / v_eye.z : v_eye.xy;
  sight.pixel = max(length(dFdx(across)), length(dFdy(across))) * (isPerspective ? -v_eye.z : 1.0);
  sight.along = (isPerspective ? normalize(v_eye) : vec3(0.0, 0.0, -1.0)) * toEye;
  sight.from = (v_eye - u_view[3].xyz) * toEye;
#ifdef FLAT
  sight.begin = sight.end = 0.0;
  sight.side = vec3(0.0, 0.0, 1.0);
#else
  vec3 slope = sight.along + vec3(equal(sight.along, vec3(0.0))) * 1e-9;
  vec3 first = (u_low - sight.from) / slope;
  vec3 last = (u_high - sight.from) / slope;
  vec3 enters = min(first, last);
  vec3 leaves = max(first, last);
  sight.begin = max(enters.x, max(enters.y, enters.z));
  if (isPerspective) sight.begin = max(sight.begin, -length(v_eye));
  sight.end = min(leaves.x, min(leaves.y, leaves.z));
  // The axis is not found by comparing `enters` with sight.begin for equality, since a GPU may round the two in
  // different ways.
  int axis = enters.x > max(enters.y, enters.z) ? 0 : enters.y > enters.z ? 1 : 2;
  sight.side = vec3(0.0);
  sight.side[axis] = sight.along[axis] < 0.0 ? 1.0 : -1.0;
#endif
  return sight;
}

vec3 at(Sight sight, float t) { return sight.from + t * sight.along; }

/// Returns the depth of a place of the line of sight.
float depthAt(Sight sight, float t) {
  return depthAt(-(v_eye.z + t * (mat3(u_view) * sight.along).z));
}
