#include "demo/tools/carried_sphere.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <limits>

namespace gpubuck::demo {
namespace {

/// Returns the point of a line at a distance `along` its direction from the origin, or the nearest
/// one of the line between the corners `low` and `high`; if the line does not pass between them,
/// the point between them that is nearest to the line.
glm::dvec3 pointBetween(const glm::dvec3& low, const glm::dvec3& high, const render::Ray& line,
                        double along) {
  const auto at = [&](double distance) { return line.origin + distance * line.direction; };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double enters = -kInfinity, leaves = kInfinity;
  for (int axis = 0; axis < 3; ++axis) {
    const double slope = line.direction[axis];
    const double first = low[axis] - line.origin[axis], last = high[axis] - line.origin[axis];
    if (slope == 0.0) {
      if (first > 0.0 || last < 0.0) leaves = -kInfinity;
      continue;
    }
    enters = std::max(enters, std::min(first / slope, last / slope));
    leaves = std::min(leaves, std::max(first / slope, last / slope));
  }
  if (enters <= leaves) return glm::clamp(at(std::clamp(along, enters, leaves)), low, high);
  // Alternating projections onto the line and the box converge to the nearest pair of points.
  constexpr int kProjections = 200;
  glm::dvec3 point = glm::clamp(at(along), low, high);
  for (int k = 0; k < kProjections; ++k) {
    point = glm::clamp(at(glm::dot(point - line.origin, line.direction)), low, high);
  }
  return point;
}

}  // namespace

std::optional<CarriedSphere> CarriedSphere::at(const dpd::Obstacle& obstacle, const cells::Box& box,
                                               const render::Camera& camera,
                                               const glm::dvec2& place) {
  const render::Ray ray = render::rayThrough(camera, place);
  std::optional<CarriedSphere> taken;
  double nearest = std::numeric_limits<double>::infinity();
  for (const glm::dvec3& centre : dpd::imagesInBox(obstacle, box)) {
    const glm::dvec3 toCentre = centre - ray.origin;
    const double along = glm::dot(toCentre, ray.direction);
    const double across = glm::length(toCentre - along * ray.direction);
    if (across > obstacle.radius || along > nearest) continue;
    nearest = along;
    const glm::dvec4 clip =
        glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(centre, 1.0);
    taken.emplace();
    taken->radius_ = obstacle.radius;
    taken->held_ = centre;
    taken->offset_ = glm::dvec2(clip) / clip.w - place;
  }
  return taken;
}

glm::dvec3 CarriedSphere::target(const cells::Box& box, const render::Camera& camera,
                                 const glm::dvec2& place) const {
  const render::Ray ray = render::rayThrough(camera, place + offset_);
  const glm::dvec3 towardsEye(camera.view[0][2], camera.view[1][2], camera.view[2][2]);
  const double along =
      glm::dot(held_ - ray.origin, towardsEye) / glm::dot(ray.direction, towardsEye);
  glm::dvec3 low(radius_), high = box.size - radius_;
  if (box.dimensions == 2) low.z = high.z = 0.0;
  return pointBetween(low, high, ray, along);
}

glm::dvec3 placeInBox(const cells::Box& box, const render::Ray& line) {
  glm::dvec3 high = box.size;
  if (box.dimensions == 2) high.z = 0.0;
  return pointBetween(glm::dvec3(0.0), high, line,
                      glm::dot(high / 2.0 - line.origin, line.direction));
}

glm::dvec3 waypointTo(const glm::dvec3& target, const dpd::Obstacle& obstacle,
                      const cells::Box& box) {
  constexpr double kMost = 0.49;  // of a side; farther places have a nearer image
  glm::dvec3 way = target - obstacle.centre;
  const glm::dvec3 shortest = box.nearestImage(way);
  double share = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (!box.isPeriodic(axis)) continue;
    const double centre = obstacle.centre[axis], size = box.size[axis];
    const bool isCut = centre < obstacle.radius || centre > size - obstacle.radius;
    if (isCut) way[axis] = shortest[axis];
    if (std::abs(way[axis]) > kMost * size)
      share = std::min(share, kMost * size / std::abs(way[axis]));
  }
  return obstacle.centre + share * way;
}

}  // namespace gpubuck::demo
