// A sphere in the fluid that no particle enters: a wall that moves. Plain data; no OpenGL.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cells/box.h"

namespace gpubuck::dpd {

/// Most that an obstacle moves in a time step, in units of the cut-off radius: a particle that is
/// hit by a faster one could cross a cell in the next step, which ends a run.
inline constexpr double kObstacleReach = 0.25;

/// A sphere, in two dimensions a disc. Wherever it goes, it stays whole within reflecting sides and
/// goes through periodic ones.
struct Obstacle {
  double radius = 0.0;       ///< 0: there is none
  glm::dvec3 centre{0.0};    ///< at the present step
  glm::dvec3 velocity{0.0};  ///< length / time; turned back at reflecting sides

  bool isThere() const { return radius > 0.0; }
  bool operator==(const Obstacle&) const = default;
};

/// What is wrong with an obstacle: the part of it, "centre.2", and the reason.
struct ObstacleFault {
  std::string part, why;
};

/// The first fault of an obstacle in a box at a time step `dt`: a centre outside the box or nearer
/// than the radius to a reflecting side, a diameter that does not fit into a periodic one, a
/// velocity that takes it further than kObstacleReach in a step; numbers that are not finite.
std::optional<ObstacleFault> faultOf(const Obstacle& obstacle, const cells::Box& box, double dt);

/// The obstacle a time step later.
Obstacle moved(const Obstacle& obstacle, const cells::Box& box, double dt);

/// The obstacle with the velocity that takes its centre to `target` in one time step, or as far
/// along the shortest way as kObstacleReach lets it: for a pointer that drags it, before every
/// step. A target that cannot be reached stands for the nearest place that can.
Obstacle steered(const Obstacle& obstacle, const cells::Box& box, double dt,
                 const glm::dvec3& target);

/// The obstacle no faster than kObstacleReach allows at a time step.
Obstacle slowed(const Obstacle& obstacle, double dt);

/// The centres of the sphere and of its periodic images that reach into the box; the first is its
/// own. None without an obstacle.
std::vector<glm::dvec3> imagesInBox(const Obstacle& obstacle, const cells::Box& box);

/// Whether a place is inside.
bool contains(const Obstacle& obstacle, const cells::Box& box, const glm::dvec3& place);

}  // namespace gpubuck::dpd
