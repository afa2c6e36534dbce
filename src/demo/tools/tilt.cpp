#include "demo/tools/tilt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <vector>

#include "render/camera.h"

namespace gpubuck::demo {
namespace {

// A smaller share of a tilt counts as no tilt.
constexpr double kFelt = 0.3;

/// Returns a vector with the components of `vector` along axes with walls, and of `other` along
/// periodic ones.
glm::dvec3 towardsWalls(const cells::Box& box, glm::dvec3 vector, const glm::dvec3& other) {
  for (int axis = 0; axis < 3; ++axis) {
    if (axis >= box.dimensions || box.isPeriodic(axis)) vector[axis] = other[axis];
  }
  return vector;
}

}  // namespace

void Tilt::release(Clock::time_point now) {
  isHeld_ = false;
  roll_ = releasedRoll_ = std::remainder(roll_, 360.0);
  released_ = now;
}

void Tilt::level() {
  isHeld_ = false;
  roll_ = 0.0;
}

void Tilt::update(Clock::time_point now) {
  if (!isSpringing()) return;
  const double share = std::chrono::duration<double>(now - released_).count() / kSpringSeconds;
  const double left = 1.0 - std::min(share, 1.0);
  roll_ = releasedRoll_ * left * left * (3.0 - 2.0 * left);  // starts and ends smoothly
}

glm::dvec3 tiltedGravity(const dpd::Fluid& fluid, const scenario::Camera& level, double roll) {
  if (roll == 0.0) return fluid.gravity;  // exactly
  scenario::Camera rolled = level;
  rolled.roll += roll;
  const glm::dvec3 seen = render::cameraAxes(level) * fluid.gravity;
  return towardsWalls(fluid.box, glm::transpose(render::cameraAxes(rolled)) * seen, fluid.gravity);
}

std::string whyNoTilt(const dpd::Fluid& fluid, const scenario::Camera& level) {
  const cells::Box& box = fluid.box;
  const double gravity = glm::length(fluid.gravity);
  if (gravity == 0.0) return "this fluid has no gravity; set it under Physics";
  const glm::dvec3 toEye = glm::transpose(render::cameraAxes(level))[2];
  const glm::dvec3 sideways = glm::cross(toEye, fluid.gravity);
  if (glm::length(sideways) < kFelt * gravity) {
    return "the view is along gravity; look from the front (Shift+1)";
  }
  if (glm::length(towardsWalls(box, sideways, glm::dvec3(0.0))) >= kFelt * glm::length(sideways))
    return {};
  std::vector<std::string> axes;
  bool hasOtherWalls = false;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis)) axes.emplace_back(1, "xyz"[axis]);
    hasOtherWalls |= !box.isPeriodic(axis) && std::abs(fluid.gravity[axis]) < kFelt * gravity;
  }
  return fmt::format(
      "the box tilts only towards walls, but it is periodic along {}; {}", fmt::join(axes, " and "),
      hasOtherWalls ? "look from another side" : "set walls by box.boundary in the scenario file");
}

}  // namespace gpubuck::demo
