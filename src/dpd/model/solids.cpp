#include "dpd/model/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <numbers>

namespace gpubuck::dpd {
namespace {

// Two images of a container are at least this far apart, so that no forces act between them.
constexpr double kApart = 1.0;

/// Returns a vector without the coordinates that do not count in the box.
glm::dvec3 inBoxOf(const cells::Box& box, glm::dvec3 vector) {
  if (box.dimensions == 2) vector.z = 0.0;
  return vector;
}

std::optional<SolidFault> faultOf(const Container& container, const cells::Box& box) {
  const double radius = container.radius;
  // Rounding of a scaled box is no fault.
  constexpr double kRounding = 1e-9;
  if (!(radius >= kLeastContainer) || !std::isfinite(radius)) {
    return SolidFault{"container.radius", fmt::format("must be finite and {} or more, got {}",
                                                      kLeastContainer, radius)};
  }
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double size = box.size[axis], centre = container.centre[axis];
    if (2.0 * radius > size * (1.0 + kRounding)) {
      return SolidFault{"container.radius",
                        fmt::format("{} does not fit into a side of {}", radius, size)};
    }
    if (box.isPeriodic(axis) && 2.0 * radius + kApart > size * (1.0 + kRounding)) {
      return SolidFault{"container.radius",
                        fmt::format("{} leaves less than {} between the container and its image "
                                    "across a periodic side of {}",
                                    radius, kApart, size)};
    }
    const double outside = std::max(radius - centre, centre + radius - size);
    if (!(outside <= kRounding * size)) {
      return SolidFault{fmt::format("container.centre.{}", axis),
                        fmt::format("{} is not in {}..{}, where the container is in the box",
                                    centre, radius, size - radius)};
    }
  }
  return {};
}

std::optional<SolidFault> faultOf(const Partition& partition, const cells::Box& box) {
  const int axis = partition.axis;
  if (!(partition.thickness >= kLeastPartition) || !std::isfinite(partition.thickness)) {
    return SolidFault{"partition.thickness", fmt::format("must be finite and {} or more, got {}",
                                                         kLeastPartition, partition.thickness)};
  }
  if (axis >= box.dimensions) {
    return SolidFault{"partition.axis", "'z' is not an axis in two dimensions"};
  }
  if (box.isPeriodic(axis)) {
    return SolidFault{"partition.axis",
                      fmt::format("the sides across {} must be reflecting (box.boundary)",
                                  cells::kAxisNames[axis])};
  }
  const double nearest = kLeastPartition + partition.thickness / 2.0;
  const double farthest = box.size[axis] - nearest;
  if (!(partition.position >= nearest && partition.position <= farthest)) {
    return SolidFault{"partition.position",
                      fmt::format("{} is not in {}..{}, where the plate leaves {} to either side",
                                  partition.position, nearest, farthest, kLeastPartition)};
  }
  if (!(partition.holeRadius >= 0.0) || !std::isfinite(partition.holeRadius)) {
    return SolidFault{"partition.hole_radius",
                      fmt::format("must be finite and 0 or more, got {}", partition.holeRadius)};
  }
  for (int k = 0; k < box.dimensions; ++k) {
    const double centre = partition.holeCentre[k];
    if (k == axis || (centre >= 0.0 && centre <= box.size[k])) continue;
    return SolidFault{fmt::format("partition.hole_centre.{}", k),
                      fmt::format("{} is not in 0..{}, the box", centre, box.size[k])};
  }
  return {};
}

}  // namespace

double largestContainer(const cells::Box& box) {
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < box.dimensions; ++axis) {
    least = std::min(least, (box.size[axis] - (box.isPeriodic(axis) ? kApart : 0.0)) / 2.0);
  }
  return least;
}

Container fitted(Container container, const cells::Box& box) {
  container.radius = std::min(container.radius, largestContainer(box));
  for (int axis = 0; axis < box.dimensions; ++axis) {
    double& centre = container.centre[axis];
    centre = std::min(std::max(centre, container.radius), box.size[axis] - container.radius);
  }
  return container;
}

glm::dvec3 Room::fromContainer(const glm::dvec3& place) const {
  return inBoxOf(box, place - container.centre);
}

double Room::volume() const {
  if (!container.isThere()) return box.volume();
  const double square = std::numbers::pi * container.radius * container.radius;
  return box.dimensions == 2 ? square : 4.0 / 3.0 * square * container.radius;
}

bool Room::contains(const glm::dvec3& place) const {
  if (container.isThere()) {
    return glm::length(fromContainer(place)) <= container.radius;
  }
  if (!partition.isThere()) return true;
  const double along = place[partition.axis];
  if (along <= partition.low() || along >= partition.high()) return true;
  glm::dvec3 across = inBoxOf(box, box.nearestImage(place - partition.holeCentre));
  across[partition.axis] = 0.0;
  return glm::length(across) < partition.holeRadius;
}

std::optional<SolidFault> faultOf(const Room& room) {
  if (room.container.isThere() && room.partition.isThere()) {
    return SolidFault{"partition.thickness", "there cannot be a partition in a container"};
  }
  // Below 0 and not a number are faults, too.
  if (room.container.radius != 0.0) return faultOf(room.container, room.box);
  if (room.partition.thickness != 0.0) return faultOf(room.partition, room.box);
  return {};
}

}  // namespace gpubuck::dpd
