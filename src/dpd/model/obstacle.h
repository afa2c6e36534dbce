// A sphere in the fluid that no particle enters: a wall that moves. Plain data; no OpenGL.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "dpd/model/solids.h"

namespace gpubuck::dpd {

/// The largest distance that an obstacle moves per time step, in units of the cut-off radius. A
/// particle hit by a faster one could cross a cell in the next step, which ends a run.
inline constexpr double kObstacleReach = 0.25;

/// A sphere, in two dimensions a disc. It always stays whole within reflecting sides, a container,
/// and one side of a partition, and passes through periodic sides.
struct Obstacle {
  double radius = 0.0;       ///< 0 without an obstacle
  glm::dvec3 centre{0.0};    ///< at the present step
  glm::dvec3 velocity{0.0};  ///< length / time; reversed at reflecting sides and walls

  bool isThere() const { return radius > 0.0; }
  bool operator==(const Obstacle&) const = default;
};

/// Returns the first fault of an obstacle in a room at a time step `dt`: a centre outside the box
/// or nearer than the radius to a reflecting side or a wall, a diameter that does not fit into a
/// periodic one, less than the cut-off of difference to the radius of a container, a velocity that
/// moves it by more than kObstacleReach in a step, or a number that is not finite.
std::optional<SolidFault> faultOf(const Obstacle& obstacle, const Room& room, double dt);

/// Returns the radius of the largest obstacle that fits into a room, to either side of a partition.
double largestObstacle(const Room& room);

/// Returns the obstacle at the nearest place where it fits into the room, if it fits at all.
Obstacle fitted(const Obstacle& obstacle, const Room& room);

/// Returns the obstacle a time step later.
Obstacle moved(const Obstacle& obstacle, const Room& room, double dt);

/// Returns the obstacle with the velocity that moves its centre towards `target` in a time step:
/// the shortest way, at most kObstacleReach, and less towards a near wall, so that the fluid
/// between them can flow out. A pointer that drags the obstacle calls it before every step. A
/// target outside the places that the centre can take is replaced by the nearest such place.
Obstacle steered(const Obstacle& obstacle, const Room& room, double dt, const glm::dvec3& target);

/// Returns the obstacle with its speed clamped to kObstacleReach per time step.
Obstacle slowed(const Obstacle& obstacle, double dt);

/// Returns the centre of the sphere, followed by the centres of its periodic images that reach into
/// the box. Returns none without an obstacle.
std::vector<glm::dvec3> imagesInBox(const Obstacle& obstacle, const cells::Box& box);

/// Returns whether a position is inside the obstacle.
bool contains(const Obstacle& obstacle, const cells::Box& box, const glm::dvec3& place);

}  // namespace gpubuck::dpd
