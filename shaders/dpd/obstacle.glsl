// The obstacle: a sphere, in two dimensions a disc, that no particle enters (src/dpd/model/obstacle.h). Reads and
// writes nothing.

#include "dpd/walls.glsl"

uniform vec3 u_obstacleCentre;  // when the step ends
uniform vec3 u_obstacleVelocity;
uniform float u_obstacleRadius;
uniform float u_obstacleSkin;  // distance outside to which particles are moved; more than the rounding of a position

/// Returns the vector from the centre's nearest image to a position.
vec3 fromObstacle(vec3 position) {
  vec3 from = position - u_obstacleCentre;
  for (int axis = 0; axis < kDimensions; ++axis) {
    if (kPeriodic[axis]) from[axis] -= kBoxSize[axis] * round(from[axis] / kBoxSize[axis]);
  }
  if (kDimensions == 2) from.z = 0.0;
  return from;
}

bool isInObstacle(vec3 from) { return length(from) < u_obstacleRadius + 0.5 * u_obstacleSkin; }

vec3 outwards(vec3 from) {
  float size = length(from);
  return size > 0.0 ? from / size : vec3(1.0, 0.0, 0.0);
}

/// Mirrors a particle inside at the surface and reverses the normal component of both velocities relative to the
/// sphere's, as at a side (walls.glsl). Particles deeper inside a sphere that was newly placed are moved to near the
/// surface, not as far outside as they were inside.
vec3 passObstacle(vec3 position, inout vec3 before, inout vec3 after) {
  vec3 from = fromObstacle(position);
  if (!isInObstacle(from)) return position;
  vec3 normal = outwards(from);
  float approach = dot(after - u_obstacleVelocity, normal);
  if (approach < 0.0) {
    before -= 2.0 * dot(before - u_obstacleVelocity, normal) * normal;
    after -= 2.0 * approach * normal;
  }
  float depth = u_obstacleRadius - length(from);
  position += (depth + u_obstacleSkin + clamp(depth, 0.0, 0.5)) * normal;
  position = passSides(position, before, after);
  from = fromObstacle(position);
  if (!isInObstacle(from)) return position;
  // A side has sent it back. The sphere is within the sides, and so is its surface but for the skin.
  position += (u_obstacleRadius + u_obstacleSkin - length(from)) * outwards(from);
  for (int axis = 0; axis < kDimensions; ++axis) {
    if (!kPeriodic[axis]) position[axis] = clamp(position[axis], 0.0, kBoxSize[axis]);
  }
  return passSides(position, before, after);
}
