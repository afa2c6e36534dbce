#include "demo/ui/tools/carried_body.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <limits>
#include <utility>

namespace gpubuck::demo {
namespace {

/// Returns the begin and the end of that part of a line which is in the box with the corners `low`
/// and `high`. If the line misses the box, the end is before the begin.
std::pair<double, double> partBetween(const glm::dvec3& low, const glm::dvec3& high,
                                      const render::Ray& line) {
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
  return {enters, leaves};
}

/// Returns the high corner of the box. Its z is 0 in two dimensions.
glm::dvec3 cornerOf(const cells::Box& box) {
  return {box.size.x, box.size.y, box.dimensions == 2 ? 0.0 : box.size.z};
}

/// Returns the point of a line at the distance `along` from its origin, moved along the line into
/// the box between the corners `low` and `high`. If the line misses the box, returns the point of
/// the box that is nearest to the line.
glm::dvec3 pointBetween(const glm::dvec3& low, const glm::dvec3& high, const render::Ray& line,
                        double along) {
  const auto at = [&](double distance) { return line.origin + distance * line.direction; };
  const auto [enters, leaves] = partBetween(low, high, line);
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

std::optional<CarriedBody> CarriedBody::at(const std::vector<dpd::Solid>& solids,
                                           const cells::Box& box, const render::Camera& camera,
                                           const glm::dvec2& place) {
  constexpr int kSteps = 200;
  constexpr double kHit = 1e-3;  // length
  const render::Ray ray = render::rayThrough(camera, place);
  const dpd::Room room(box, solids);
  std::optional<CarriedBody> taken;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (!dpd::isCompact(solids[i], box)) continue;
    const cells::ShapeInBox& shape = room.shapes[i];
    const auto distanceFrom = [&](const glm::dvec3& from) {
      double distance = shape.distance(from);
      for (std::size_t hole = i + 1; hole < solids.size(); ++hole) {
        if (solids[hole].kind != dpd::SolidKind::Hole) continue;
        distance = std::max(distance, -room.shapes[hole].distance(from));
      }
      return distance;
    };
    const auto [begin, end] = partBetween(glm::dvec3(0.0), cornerOf(box), ray);
    double along = begin;
    for (int k = 0; k < kSteps && along <= end; ++k) {
      const glm::dvec3 at = ray.origin + along * ray.direction;
      const double distance = distanceFrom(at);
      if (distance > kHit) {
        along += distance;
        continue;
      }
      if (along >= nearest) break;
      nearest = along;
      const glm::dvec3 centre = at - box.nearestImage(at - shape.centre());
      const glm::dvec4 clip =
          glm::dmat4(camera.projection) * glm::dmat4(camera.view) * glm::dvec4(centre, 1.0);
      taken.emplace();
      taken->number_ = i;
      taken->half_ = shape.half() + shape.radius();
      taken->held_ = centre;
      taken->offset_ = glm::dvec2(clip) / clip.w - place;
      break;
    }
  }
  return taken;
}

glm::dvec3 CarriedBody::target(const cells::Box& box, const render::Camera& camera,
                               const glm::dvec2& place) const {
  const render::Ray ray = render::rayThrough(camera, place + offset_);
  const glm::dvec3 towardsEye(camera.view[0][2], camera.view[1][2], camera.view[2][2]);
  const double along =
      glm::dot(held_ - ray.origin, towardsEye) / glm::dot(ray.direction, towardsEye);
  glm::dvec3 low = half_, high = box.size - half_;
  for (int axis = 0; axis < 3; ++axis) {
    // The body does not move along an axis that it fills, nor along z in two dimensions.
    if (low[axis] > high[axis]) low[axis] = high[axis] = held_[axis];
  }
  return pointBetween(low, high, ray, along);
}

glm::dvec3 placeInBox(const cells::Box& box, const render::Ray& line) {
  const glm::dvec3 high = cornerOf(box);
  return pointBetween(glm::dvec3(0.0), high, line,
                      glm::dot(high / 2.0 - line.origin, line.direction));
}

glm::dvec3 waypointTo(const glm::dvec3& target, const dpd::Solid& body, const cells::Box& box) {
  // The body moves by at most this share of a side: a place more than half a side away would have a
  // nearer image.
  constexpr double kMost = 0.49;
  const cells::ShapeInBox shape(body.shape, box);
  const glm::dvec3 centre = shape.centre();
  glm::dvec3 way = target - centre;
  const glm::dvec3 shortest = box.nearestImage(way);
  double share = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (!box.isPeriodic(axis)) continue;
    const double size = box.size[axis];
    const bool isCut = shape.low(axis) < 0.0 || shape.high(axis) > size;
    if (isCut) way[axis] = shortest[axis];
    if (std::abs(way[axis]) > kMost * size)
      share = std::min(share, kMost * size / std::abs(way[axis]));
  }
  return centre + share * way;
}

}  // namespace gpubuck::demo
