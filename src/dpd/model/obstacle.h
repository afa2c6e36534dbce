// A sphere in the fluid that no particle enters: a wall that moves. Plain data; no OpenGL.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cells/box.h"

namespace gpubuck::dpd {

/// The largest distance that an obstacle moves per time step, in units of the cut-off radius. A
/// particle hit by a faster one could cross a cell in the next step, which ends a run.
inline constexpr double kObstacleReach = 0.25;

/// A sphere, in two dimensions a disc. It always stays whole within reflecting sides, and passes
/// through periodic ones.
struct Obstacle {
  double radius = 0.0;       ///< 0 without an obstacle
  glm::dvec3 centre{0.0};    ///< at the present step
  glm::dvec3 velocity{0.0};  ///< length / time; reversed at reflecting sides

  bool isThere() const { return radius > 0.0; }
  bool operator==(const Obstacle&) const = default;
};

/// A fault of an obstacle: the faulty member, such as "centre.2", and the reason.
struct ObstacleFault {
  std::string part, why;
};

/// Returns the first fault of an obstacle in a box at a time step `dt`: a centre outside the box or
/// nearer than the radius to a reflecting side, a diameter that does not fit into a periodic one, a
/// velocity that moves it by more than kObstacleReach in a step, or a number that is not finite.
std::optional<ObstacleFault> faultOf(const Obstacle& obstacle, const cells::Box& box, double dt);

/// Returns the obstacle a time step later.
Obstacle moved(const Obstacle& obstacle, const cells::Box& box, double dt);

/// Returns the obstacle with the velocity that moves its centre to `target` in one time step, or
/// along the shortest way towards it by kObstacleReach. A pointer that drags the obstacle calls it
/// before every step. A target outside the places that the centre can take is replaced by the
/// nearest such place.
Obstacle steered(const Obstacle& obstacle, const cells::Box& box, double dt,
                 const glm::dvec3& target);

/// Returns the obstacle with its speed clamped to kObstacleReach per time step.
Obstacle slowed(const Obstacle& obstacle, double dt);

/// Returns the centre of the sphere, followed by the centres of its periodic images that reach into
/// the box. Returns none without an obstacle.
std::vector<glm::dvec3> imagesInBox(const Obstacle& obstacle, const cells::Box& box);

/// Returns whether a position is inside the obstacle.
bool contains(const Obstacle& obstacle, const cells::Box& box, const glm::dvec3& place);

}  // namespace gpubuck::dpd
