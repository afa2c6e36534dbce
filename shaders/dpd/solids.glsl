// The solids in the fluid (src/dpd/model/solids.h), which no particle enters: they are walls, like the sides of the box
// (walls.glsl). Reads and writes nothing. SOLIDS is the number of solids, 0 if it is not defined; SOLID_EDGES is
// defined if a solid has several surfaces: a flat body, or a solid with holes.

#include "cells/shape.glsl"
#include "dpd/walls.glsl"

#ifdef SOLIDS
const int kSolids = SOLIDS;
// A particle in a solid is mirrored to at most this distance outside of the skin, even if the particle is deep inside,
// as it may be in a newly placed solid.
const float kMostMirrored = 0.5;
// A shape's core has at least this half length along an axis in which the shape is endless.
const float kEndless = 1e29;

uniform vec4 u_solidCentre[kSolids];    // centre at the end of the step; w: radius
uniform vec4 u_solidCore[kSolids];      // half lengths of the core; w: 1 for a body, -1 for a vessel, 0 for a hole
uniform vec4 u_solidVelocity[kSolids];  // in this step
uniform float u_solidSkin;  // particles are moved to this distance from solids; it exceeds the rounding of a position
// A loop with a constant end would be unrolled, and its registers would leave room for fewer threads.
uniform int u_solidCount;   // kSolids
uniform int u_solidRounds;  // 3

/// The surface through which a particle has come into a solid.
struct Surface {
  vec3 normal;  // to the fluid
  float depth;  // depth of the particle
  float most;   // largest distance outside of the surface to which the particle is mirrored
  float time;   // share of the step after which the particle crossed the surface
};

Shape solidShape(int k) { return Shape(u_solidCentre[k].xyz, u_solidCore[k].xyz, u_solidCentre[k].w); }

bool isHole(int k) { return u_solidCore[k].w == 0.0; }

float distanceToShape(int k, vec3 position) {
  return distanceTo(solidShape(k), fromImage(u_solidCentre[k].xyz, position));
}

/// Returns the largest distance that a mirrored particle may have from the surface of a vessel or a hole. Thus the
/// particle stays inside of the vessel or hole.
float mostInside(Shape shape) {
  return min(kMostMirrored, shape.radius + min(shape.core.x, min(shape.core.y, shape.core.z)));
}

/// Returns whether a position is in solid k and not in one of its holes, or is nearer to the solid's surface than
/// `margin`.
bool isInSolid(int k, vec3 position, float margin) {
  float outside = u_solidCore[k].w * distanceToShape(k, position);
#ifdef SOLID_EDGES
  if (isHole(k)) return false;
  for (int hole = k + 1; hole < u_solidCount; ++hole) {
    if (isHole(hole)) outside = max(outside, -distanceToShape(hole, position));
  }
#endif
  return outside < margin;
}

#ifdef SOLID_EDGES
/// Keeps the surface that the particle crossed last, since the particle is in a solid from then on. If the particle
/// crossed no surface, keeps the nearest surface.
void crossed(float time, float depth, vec3 normal, float most, inout Surface last) {
  if (time > last.time || (time == last.time && depth < last.depth)) last = Surface(normal, depth, most, time);
}

/// Returns the share of the way from `start` to `end` after which a surface is crossed: 0 if the way begins in the
/// solid, and 1 if it does not end in the solid. The method is the Illinois method, which takes secants of a bracket.
/// `side` is 1 for a body, -1 for a vessel or a hole.
float timeOf(Shape shape, vec3 start, vec3 end, float side) {
  float before = side * distanceTo(shape, start), after = side * distanceTo(shape, end);
  if (before <= 0.0) return 0.0;
  if (after >= 0.0) return 1.0;
  float low = 0.0, high = 1.0, time = 0.0;
  int same = 0;
  for (int k = 0; k < 8 && high - low > 1e-6; ++k) {
    time = low + (high - low) * before / (before - after);
    float there = side * distanceTo(shape, mix(start, end, time));
    if (there > 0.0) {
      low = time;
      before = there;
      if (same > 0) after *= 0.5;
      same = 1;
    } else {
      high = time;
      after = there;
      if (same < 0) before *= 0.5;
      same = -1;
    }
  }
  return time;
}

/// Returns the surface through which a particle came when it moved by `way`: a surface of solid k or of one of its
/// holes.
Surface surfaceCrossed(int k, vec3 way, vec3 position) {
  Surface last = Surface(vec3(0.0), 0.0, 0.0, -1.0);
  for (int j = k; j < u_solidCount; ++j) {
    if (j != k && !isHole(j)) continue;
    Shape shape = solidShape(j);
    float side = j == k ? u_solidCore[k].w : -1.0;
    vec3 end = fromImage(shape.centre, position);
    vec3 start = end - way;
    if (j == k) start += u_solidVelocity[k].xyz * timeStep();
    if (side < 0.0 || shape.radius > 0.0) {
      crossed(timeOf(shape, start, end, side), -side * distanceTo(shape, end), side * normalOf(shape, end),
              side < 0.0 ? mostInside(shape) : kMostMirrored, last);
      continue;
    }
    for (int axis = 0; axis < kDimensions; ++axis) {
      float core = shape.core[axis], facing = start[axis] < 0.0 ? -1.0 : 1.0;
      if (core >= kEndless) continue;
      vec3 normal = vec3(0.0);
      normal[axis] = facing;
      float before = abs(start[axis]) - core, after = facing * end[axis] - core;
      float time = before > 0.0 ? min(before / max(before - after, 1e-30), 1.0) : 0.0;
      crossed(time, -after, normal, kMostMirrored, last);
    }
  }
  return last;
}
#else
/// Returns the only surface of solid k, which is a round body or a vessel without holes.
Surface surfaceCrossed(int k, vec3 way, vec3 position) {
  Shape shape = solidShape(k);
  float side = u_solidCore[k].w;
  vec3 from = fromImage(shape.centre, position);
  return Surface(side * normalOf(shape, from), -side * distanceTo(shape, from),
                 side < 0.0 ? mostInside(shape) : kMostMirrored, 0.0);
}
#endif

/// Mirrors a position in a solid at the surface. If the particle approaches the surface, reverses the normal component
/// of both velocities relative to the velocity of the surface.
vec3 mirrored(vec3 position, Surface surface, vec3 velocity, inout vec3 before, inout vec3 after) {
  float approach = dot(after - velocity, surface.normal);
  if (approach < 0.0) {
    before -= 2.0 * dot(before - velocity, surface.normal) * surface.normal;
    after -= 2.0 * approach * surface.normal;
  }
  return position + (surface.depth + u_solidSkin + clamp(surface.depth, 0.0, surface.most)) * surface.normal;
}

/// Brings a particle that is held between surfaces out of the solids, if possible to the distance `skin` from the
/// surfaces. There is space at the surface of a moving body, since a moving body never reaches into another solid or
/// beyond a reflecting side.
vec3 pushedOut(vec3 position, float skin) {
  for (int k = 0; k < u_solidCount; ++k) {
    if (!isInSolid(k, position, 0.5 * skin)) continue;
    Surface surface = surfaceCrossed(k, vec3(0.0), position);
    position += (surface.depth + skin) * surface.normal;
  }
  vec3 still = vec3(0.0), alsoStill = vec3(0.0);
  position = passSides(position, still, alsoStill);
  for (int axis = 0; axis < kDimensions; ++axis) {
    if (!kPeriodic[axis]) position[axis] = clamp(position[axis], 0.0, kBoxSize[axis]);
  }
  return position;
}

/// Brings a position back into the box and out of the solids. `came` is the position of the particle a step ago.
vec3 passSolids(vec3 came, vec3 position, inout vec3 before, inout vec3 after) {
  position = passSides(position, before, after);
  // In a corner, each of two surfaces sends the particle to the other surface, so that several rounds are needed.
  for (int round = 0; round < u_solidRounds; ++round) {
    bool isFree = true;
    for (int k = 0; k < u_solidCount; ++k) {
      if (!isInSolid(k, position, 0.5 * u_solidSkin)) continue;
      Surface surface = surfaceCrossed(k, fromImage(came, position), position);
      position = mirrored(position, surface, u_solidVelocity[k].xyz, before, after);
      isFree = false;
    }
    if (isFree) return position;
    position = passSides(position, before, after);
  }
  for (int round = 0; round < u_solidRounds; ++round) position = pushedOut(position, round == 0 ? u_solidSkin : 0.0);
  return position;
}

/// Returns whether a position in the box is in a solid, or nearer to a solid than half of u_solidSkin.
bool isInSolids(vec3 position) {
  for (int k = 0; k < u_solidCount; ++k) {
    if (isInSolid(k, position, 0.5 * u_solidSkin)) return true;
  }
  return false;
}
#else
vec3 passSolids(vec3 came, vec3 position, inout vec3 before, inout vec3 after) {
  return passSides(position, before, after);
}

bool isInSolids(vec3 position) { return false; }
#endif
