#include "demo/tools/carried_sphere.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace gpubuck::demo {

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
    taken.emplace();
    taken->radius_ = obstacle.radius;
    taken->held_ = centre;
    taken->shift_ = obstacle.centre - centre;
    taken->offset_ = centre - taken->inPlane(camera, place);
  }
  return taken;
}

glm::dvec3 CarriedSphere::inPlane(const render::Camera& camera, const glm::dvec2& place) const {
  const render::Ray ray = render::rayThrough(camera, place);
  const glm::dvec3 towardsEye(camera.view[0][2], camera.view[1][2], camera.view[2][2]);
  const double along =
      glm::dot(held_ - ray.origin, towardsEye) / glm::dot(ray.direction, towardsEye);
  return ray.origin + along * ray.direction;
}

glm::dvec3 CarriedSphere::target(const cells::Box& box, const render::Camera& camera,
                                 const glm::dvec2& place) const {
  glm::dvec3 centre = inPlane(camera, place) + offset_ + shift_;
  if (box.dimensions == 2) centre.z = 0.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double margin = box.isPeriodic(axis) ? 0.0 : radius_;
    centre[axis] = std::clamp(centre[axis], margin, box.size[axis] - margin);
  }
  return centre;
}

}  // namespace gpubuck::demo
