#include "dpd/model/obstacle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace gpubuck::dpd {
namespace {

double placeWithin(double place, double radius, double size) {
  return std::min(std::max(place, radius), size - radius);
}

}  // namespace

std::optional<ObstacleFault> faultOf(const Obstacle& obstacle, const cells::Box& box, double dt) {
  const double radius = obstacle.radius;
  if (!(radius >= 0.0) || !std::isfinite(radius)) {
    return ObstacleFault{"radius", fmt::format("must be finite and 0 or more, got {}", radius)};
  }
  if (!obstacle.isThere()) return {};
  double squaredSpeed = 0.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis], centre = obstacle.centre[axis];
    if (2.0 * radius > size) {
      return ObstacleFault{"radius",
                           fmt::format("{} does not fit into a side of {}", radius, size)};
    }
    const double margin = box.isPeriodic(axis) ? 0.0 : radius;
    if (!(centre >= margin && centre <= size - margin)) {
      return ObstacleFault{fmt::format("centre.{}", axis),
                           fmt::format("{} is not in {}..{}, where the sphere is in the box",
                                       centre, margin, size - margin)};
    }
    squaredSpeed += obstacle.velocity[axis] * obstacle.velocity[axis];
  }
  const double distance = std::sqrt(squaredSpeed) * dt;
  // A velocity returned by steered() may be rounded up.
  if (!(distance <= kObstacleReach * (1.0 + 1e-9))) {
    return ObstacleFault{"velocity",
                         fmt::format("moves the sphere by {} per time step of {}; the maximum "
                                     "is {}",
                                     distance, dt, kObstacleReach)};
  }
  return {};
}

Obstacle moved(const Obstacle& obstacle, const cells::Box& box, double dt) {
  Obstacle next = obstacle;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis], radius = obstacle.radius;
    double& centre = next.centre[axis];
    centre += obstacle.velocity[axis] * dt;
    if (box.isPeriodic(axis)) {
      centre = cells::wrapped(centre, size);
      continue;
    }
    const double inside = placeWithin(centre, radius, size);
    if (inside == centre) continue;
    centre = placeWithin(2.0 * inside - centre, radius, size);
    next.velocity[axis] = -obstacle.velocity[axis];
  }
  return next;
}

Obstacle steered(const Obstacle& obstacle, const cells::Box& box, double dt,
                 const glm::dvec3& target) {
  glm::dvec3 way(0.0);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis];
    const double reached = box.isPeriodic(axis) ? cells::wrapped(target[axis], size)
                                                : placeWithin(target[axis], obstacle.radius, size);
    way[axis] = reached - obstacle.centre[axis];
  }
  way = box.nearestImage(way);
  const double distance = glm::length(way);
  Obstacle result = obstacle;
  result.velocity = way * (std::min(1.0, kObstacleReach / std::max(distance, kObstacleReach)) / dt);
  return result;
}

Obstacle slowed(const Obstacle& obstacle, double dt) {
  Obstacle result = obstacle;
  const double distance = glm::length(obstacle.velocity) * dt;
  if (distance > kObstacleReach) result.velocity *= kObstacleReach / distance;
  return result;
}

std::vector<glm::dvec3> imagesInBox(const Obstacle& obstacle, const cells::Box& box) {
  if (!obstacle.isThere()) return {};
  std::vector<glm::dvec3> centres{obstacle.centre};
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (!box.isPeriodic(axis)) continue;
    const double size = box.size[axis], centre = obstacle.centre[axis];
    const std::size_t before = centres.size();
    for (const double shift : {size, -size}) {
      if (centre + shift - obstacle.radius >= size || centre + shift + obstacle.radius <= 0.0) {
        continue;
      }
      for (std::size_t k = 0; k < before; ++k) {
        centres.push_back(centres[k]);
        centres.back()[axis] += shift;
      }
    }
  }
  return centres;
}

bool contains(const Obstacle& obstacle, const cells::Box& box, const glm::dvec3& place) {
  if (!obstacle.isThere()) return false;
  glm::dvec3 from = box.nearestImage(place - obstacle.centre);
  if (box.dimensions == 2) from.z = 0.0;
  return glm::length(from) < obstacle.radius;
}

}  // namespace gpubuck::dpd
