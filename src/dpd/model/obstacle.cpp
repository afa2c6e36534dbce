#include "dpd/model/obstacle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace gpubuck::dpd {
namespace {

/// The coordinates along an axis that the centre of an obstacle can take.
struct Track {
  double low, high;

  double nearest(double coordinate) const { return std::min(std::max(coordinate, low), high); }
};

/// The track along a reflecting axis: on the side of a partition where `centre` is.
Track trackOf(double radius, const Room& room, int axis, double centre) {
  Track track{radius, room.box.size[axis] - radius};
  const Partition& partition = room.partition;
  if (!partition.isThere() || partition.axis != axis) return track;
  if (centre < partition.position) {
    track.high = partition.low() - radius;
  } else {
    track.low = partition.high() + radius;
  }
  return track;
}

/// Returns the place nearest to `place` that the centre of an obstacle, now at `centre`, can take.
glm::dvec3 placeFor(const Obstacle& obstacle, const Room& room, glm::dvec3 place) {
  if (room.container.isThere()) {
    const glm::dvec3 from = room.fromContainer(place);
    const double reach = room.container.radius - obstacle.radius, distance = glm::length(from);
    return distance <= reach ? place : room.container.centre + from * (reach / distance);
  }
  for (int axis = 0; axis < room.box.dimensions; ++axis) {
    place[axis] =
        room.box.isPeriodic(axis)
            ? cells::wrapped(place[axis], room.box.size[axis])
            : trackOf(obstacle.radius, room, axis, obstacle.centre[axis]).nearest(place[axis]);
  }
  return place;
}

/// Returns the largest distance by which an obstacle that is dragged approaches a wall in one time
/// step, with `gap` between them. The fluid in the gap has to flow out: a sphere that came at
/// kObstacleReach per step would squeeze particles until one is too fast and the run ends.
double largestApproach(double gap) {
  constexpr double kShare = 1.0 / 20.0;  // 1/16 can fail with a sphere nearly as wide as its box
  constexpr double kContact = 0.1;       // length; with it the sphere arrives
  return kShare * (gap + kContact);
}

/// Returns `way`, of one time step, shortened across the walls that the obstacle approaches.
glm::dvec3 withoutSqueezing(const Obstacle& obstacle, const Room& room, glm::dvec3 way) {
  if (room.container.isThere()) {
    const glm::dvec3 from = room.fromContainer(obstacle.centre);
    const double distance = glm::length(from);
    if (distance == 0.0) return way;
    const glm::dvec3 normal = from / distance;
    const double most = largestApproach(room.container.radius - obstacle.radius - distance);
    return way - std::max(0.0, glm::dot(way, normal) - most) * normal;
  }
  for (int axis = 0; axis < room.box.dimensions; ++axis) {
    if (room.box.isPeriodic(axis)) continue;
    const double centre = obstacle.centre[axis];
    const Track track = trackOf(obstacle.radius, room, axis, centre);
    way[axis] = std::min(std::max(way[axis], -largestApproach(centre - track.low)),
                         largestApproach(track.high - centre));
  }
  return way;
}

std::optional<SolidFault> faultInContainer(const Obstacle& obstacle, const Room& room) {
  const double most = largestObstacle(room);
  if (obstacle.radius > most) {
    return SolidFault{"obstacle.radius",
                      fmt::format("{} leaves no room for fluid in the container; the maximum is {}",
                                  obstacle.radius, most)};
  }
  const double outside =
      glm::length(room.fromContainer(obstacle.centre)) + obstacle.radius - room.container.radius;
  // A centre returned by moved() may be rounded outwards.
  if (outside <= 1e-9 * room.container.radius) return {};
  return SolidFault{"obstacle.centre",
                    fmt::format("the sphere reaches out of the container by {:.3g}", outside)};
}

std::optional<SolidFault> faultInBox(const Obstacle& obstacle, const Room& room, int axis) {
  const double radius = obstacle.radius, size = room.box.size[axis], centre = obstacle.centre[axis];
  if (2.0 * radius > size) {
    return SolidFault{"obstacle.radius",
                      fmt::format("{} does not fit into a side of {}", radius, size)};
  }
  const Track track =
      room.box.isPeriodic(axis) ? Track{0.0, size} : trackOf(radius, room, axis, centre);
  if (centre >= track.low && centre <= track.high) return {};
  const std::string key = fmt::format("obstacle.centre.{}", axis);
  if (track.low > track.high) {
    return SolidFault{"obstacle.radius",
                      fmt::format("{} does not fit between the partition and a side", radius)};
  }
  if (centre >= radius && centre <= size - radius) {
    return SolidFault{key, fmt::format("{} puts the sphere into the partition, which goes from {} "
                                       "to {}",
                                       centre, room.partition.low(), room.partition.high())};
  }
  return SolidFault{key, fmt::format("{} is not in {}..{}, where the sphere is in the box", centre,
                                     track.low, track.high)};
}

}  // namespace

std::optional<SolidFault> faultOf(const Obstacle& obstacle, const Room& room, double dt) {
  const double radius = obstacle.radius;
  if (!(radius >= 0.0) || !std::isfinite(radius)) {
    return SolidFault{"obstacle.radius",
                      fmt::format("must be finite and 0 or more, got {}", radius)};
  }
  if (!obstacle.isThere()) return {};
  double squaredSpeed = 0.0;
  for (int axis = 0; axis < room.box.dimensions; ++axis) {
    if (auto fault = faultInBox(obstacle, room, axis)) return fault;
    squaredSpeed += obstacle.velocity[axis] * obstacle.velocity[axis];
  }
  if (room.container.isThere()) {
    if (auto fault = faultInContainer(obstacle, room)) return fault;
  }
  const double distance = std::sqrt(squaredSpeed) * dt;
  // A velocity returned by steered() may be rounded up.
  if (!(distance <= kObstacleReach * (1.0 + 1e-9))) {
    return SolidFault{"obstacle.velocity",
                      fmt::format("moves the sphere by {} per time step of {}; the maximum is {}",
                                  distance, dt, kObstacleReach)};
  }
  return {};
}

double largestObstacle(const Room& room) {
  constexpr double kRoomForFluid = 1.0;
  if (room.container.isThere()) return std::max(0.0, room.container.radius - kRoomForFluid);
  double side = std::min(room.box.size.x, room.box.size.y);
  if (room.box.dimensions == 3) side = std::min(side, room.box.size.z);
  if (const Partition& plate = room.partition; plate.isThere()) {
    side = std::min({side, plate.low(), room.box.size[plate.axis] - plate.high()});
  }
  return side / 2.0;
}

Obstacle fitted(const Obstacle& obstacle, const Room& room) {
  Obstacle result = obstacle;
  result.centre = placeFor(obstacle, room, obstacle.centre);
  return result;
}

Obstacle moved(const Obstacle& obstacle, const Room& room, double dt) {
  Obstacle next = obstacle;
  if (room.container.isThere()) {
    next.centre += obstacle.velocity * dt;
    const glm::dvec3 from = room.fromContainer(next.centre);
    const double outside = glm::length(from) + obstacle.radius - room.container.radius;
    if (outside <= 0.0) return next;
    const glm::dvec3 normal = glm::normalize(from);
    next.centre = placeFor(obstacle, room, next.centre - 2.0 * outside * normal);
    next.velocity -= 2.0 * std::max(0.0, glm::dot(next.velocity, normal)) * normal;
    return next;
  }
  for (int axis = 0; axis < room.box.dimensions; ++axis) {
    const double size = room.box.size[axis];
    double& centre = next.centre[axis];
    centre += obstacle.velocity[axis] * dt;
    if (room.box.isPeriodic(axis)) {
      centre = cells::wrapped(centre, size);
      continue;
    }
    const Track track = trackOf(obstacle.radius, room, axis, obstacle.centre[axis]);
    const double inside = track.nearest(centre);
    if (inside == centre) continue;
    centre = track.nearest(2.0 * inside - centre);
    next.velocity[axis] = -obstacle.velocity[axis];
  }
  return next;
}

Obstacle steered(const Obstacle& obstacle, const Room& room, double dt, const glm::dvec3& target) {
  glm::dvec3 way = placeFor(obstacle, room, target) - obstacle.centre;
  if (room.box.dimensions == 2) way.z = 0.0;
  if (!room.container.isThere()) way = room.box.nearestImage(way);
  way *= kObstacleReach / std::max(glm::length(way), kObstacleReach);
  Obstacle result = obstacle;
  result.velocity = withoutSqueezing(obstacle, room, way) / dt;
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
