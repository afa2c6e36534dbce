// The solids in the fluid (src/dpd/model/solids.h, obstacle.h), which no particle enters: OBSTACLE, a moving sphere;
// CONTAINER, a hollow sphere that the fluid is inside of; PARTITION, a plate with a hole. In two dimensions spheres are
// discs. Reads and writes nothing. Each is a wall as the sides are (walls.glsl).

#include "cells/shape.glsl"
#include "dpd/walls.glsl"

uniform vec3 u_obstacleCentre;  // when the step ends
uniform vec3 u_obstacleVelocity;
uniform float u_obstacleRadius;
uniform vec3 u_containerCentre;
uniform float u_containerRadius;
uniform vec3 u_partitionAxis;  // of length 1, across the plate
uniform float u_partitionPlace;  // of its middle along that axis
uniform float u_partitionHalf;  // of its thickness
uniform vec3 u_holeCentre;
uniform float u_holeRadius;
uniform float u_solidSkin;  // distance from solids to which particles are moved; more than the rounding of a position

// A particle is mirrored at most this far outside, however deep it is inside a solid that was newly placed.
const float kMostMirrored = 0.5;

vec3 directionOf(vec3 from) {
  float size = length(from);
  return size > 0.0 ? from / size : vec3(1.0, 0.0, 0.0);
}

/// Mirrors a position in a solid at its surface, `depth` away. If the particle approaches the surface, reverses the
/// normal component of both velocities relative to that of the surface. `normal` points to the fluid.
vec3 mirrored(vec3 position, float depth, float most, vec3 normal, vec3 velocity, inout vec3 before, inout vec3 after) {
  float approach = dot(after - velocity, normal);
  if (approach < 0.0) {
    before -= 2.0 * dot(before - velocity, normal) * normal;
    after -= 2.0 * approach * normal;
  }
  return position + (depth + u_solidSkin + clamp(depth, 0.0, most)) * normal;
}

#ifdef CONTAINER
/// Returns the vector from the centre. The container lies in the box: it does not go on across periodic sides.
vec3 fromContainer(vec3 position) {
  vec3 from = position - u_containerCentre;
  if (kDimensions == 2) from.z = 0.0;
  return from;
}

bool isOutside(vec3 position) { return length(fromContainer(position)) > u_containerRadius - 0.5 * u_solidSkin; }

vec3 passContainer(vec3 position, inout vec3 before, inout vec3 after) {
  if (!isOutside(position)) return position;
  vec3 from = fromContainer(position);
  float depth = length(from) - u_containerRadius;
  return mirrored(position, depth, kMostMirrored, -directionOf(from), vec3(0.0), before, after);
}
#endif

#ifdef PARTITION
float alongPartition(vec3 position) { return dot(position, u_partitionAxis) - u_partitionPlace; }

/// Returns the vector to a position from the axis of the hole.
vec3 fromHole(vec3 position) {
  vec3 from = fromImage(u_holeCentre, position);
  return from - dot(from, u_partitionAxis) * u_partitionAxis;
}

bool isInPlate(vec3 position) {
  return abs(alongPartition(position)) < u_partitionHalf + 0.5 * u_solidSkin &&
         length(fromHole(position)) > u_holeRadius - 0.5 * u_solidSkin;
}

/// `came`: where the particle was a step ago. It does not move farther than the plate is thick.
vec3 passPartition(vec3 came, vec3 position, inout vec3 before, inout vec3 after) {
  if (!isInPlate(position)) return position;
  vec3 from = fromHole(position);
  float start = alongPartition(came);
  // It has come in through a face, or else from the hole.
  if (abs(start) >= u_partitionHalf - 0.5 * u_solidSkin || length(fromHole(came)) > u_holeRadius + 0.5 * u_solidSkin) {
    float side = start < 0.0 ? -1.0 : 1.0;
    float depth = u_partitionHalf - side * alongPartition(position);
    return mirrored(position, depth, kMostMirrored, side * u_partitionAxis, vec3(0.0), before, after);
  }
  float depth = length(from) - u_holeRadius;
  return mirrored(position, depth, min(kMostMirrored, u_holeRadius), -directionOf(from), vec3(0.0), before, after);
}
#endif

#ifdef OBSTACLE
vec3 fromObstacle(vec3 position) { return fromImage(u_obstacleCentre, position); }

bool isInObstacle(vec3 from) { return length(from) < u_obstacleRadius + 0.5 * u_solidSkin; }
#endif

/// Brings a position back into the box and within its walls.
vec3 passRoom(vec3 came, vec3 position, inout vec3 before, inout vec3 after) {
#ifdef CONTAINER
  position = passContainer(position, before, after);
#endif
#ifdef PARTITION
  position = passPartition(came, position, before, after);
#endif
  return passSides(position, before, after);
}

#ifdef OBSTACLE
/// Returns the place in the room nearest to a position that is outside of it by a little more than rounding.
vec3 clampToRoom(vec3 position) {
#ifdef CONTAINER
  vec3 from = fromContainer(position);
  float size = length(from);
  if (size > u_containerRadius) position -= (size - u_containerRadius) * (from / size);
#endif
#ifdef PARTITION
  if (isInPlate(position)) {
    // The obstacle stays whole on its side.
    float side = alongPartition(u_obstacleCentre) < 0.0 ? -1.0 : 1.0;
    position += side * max(u_partitionHalf - side * alongPartition(position), 0.0) * u_partitionAxis;
  }
#endif
  for (int axis = 0; axis < kDimensions; ++axis) {
    if (!kPeriodic[axis]) position[axis] = clamp(position[axis], 0.0, kBoxSize[axis]);
  }
  return position;
}

vec3 passObstacle(vec3 position, inout vec3 before, inout vec3 after) {
  vec3 from = fromObstacle(position);
  if (!isInObstacle(from)) return position;
  float depth = u_obstacleRadius - length(from);
  position = mirrored(position, depth, kMostMirrored, directionOf(from), u_obstacleVelocity, before, after);
  position = passRoom(u_obstacleCentre, position, before, after);
  from = fromObstacle(position);
  if (!isInObstacle(from)) return position;
  // A wall has sent it back. The sphere is within the room, and so is its surface but for the skin.
  position += (u_obstacleRadius + u_solidSkin - length(from)) * directionOf(from);
  return passSides(clampToRoom(position), before, after);
}
#endif

/// Brings a position back into the box, within its walls and out of the obstacle. `came`: where the particle was a step
/// ago.
vec3 passSolids(vec3 came, vec3 position, inout vec3 before, inout vec3 after) {
  position = passRoom(came, position, before, after);
#ifdef OBSTACLE
  position = passObstacle(position, before, after);
#endif
  return position;
}

/// Returns whether a position in the box is in a solid, or nearer to one than the skin.
bool isInSolid(vec3 position) {
  bool isIn = false;
#ifdef OBSTACLE
  isIn = isIn || isInObstacle(fromObstacle(position));
#endif
#ifdef CONTAINER
  isIn = isIn || isOutside(position);
#endif
#ifdef PARTITION
  isIn = isIn || isInPlate(position);
#endif
  return isIn;
}
