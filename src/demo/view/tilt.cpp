#include "demo/view/tilt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>
#include <vector>

#include "render/camera.h"

namespace gpubuck::demo {
namespace {

// A component of a tilt or of gravity that is less than this share of the vector's length counts as
// 0.
constexpr double kFelt = 0.3;
// Gravity points down if it is at most this many degrees away from straight down.
constexpr double kDownWithin = 1.0;

/// Returns the axes along which the box is periodic or, if `periodic` is false, the other axes.
std::vector<int> axesOf(const cells::Box& box, bool periodic) {
  std::vector<int> axes;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (box.isPeriodic(axis) == periodic) axes.push_back(axis);
  }
  return axes;
}

std::string namesOf(const std::vector<int>& axes) {
  std::vector<std::string> names;
  for (const int axis : axes) names.emplace_back(1, cells::kAxisNames[axis]);
  return fmt::format("{}", fmt::join(names, " and "));
}

/// The axes about which the box tilts clockwise and towards the eye. An axis is 0 if the box does
/// not tilt in that way.
struct TiltAxes {
  glm::dvec3 sideways{0.0}, towardsEye{0.0};

  bool isThere() const { return sideways != glm::dvec3(0.0) || towardsEye != glm::dvec3(0.0); }
};

TiltAxes tiltAxes(const dpd::Fluid& fluid, const dpd::Camera& level) {
  const glm::dmat3 axes = glm::transpose(render::cameraAxes(level));
  const glm::dvec3 &right = axes[0], &toEye = axes[2];
  TiltAxes tilt{-toEye, right};
  const std::vector<int> walls = axesOf(fluid.box, false);
  if (walls.size() < 2) return {};
  if (walls.size() == 2) {
    // The box tilts about the axis that is parallel to both pairs of walls, so that the component
    // of gravity along this axis does not change.
    glm::dvec3 normal(0.0);
    normal[3 - walls[0] - walls[1]] = 1.0;
    const auto along = [&](const glm::dvec3& wanted) {
      const double share = glm::dot(normal, wanted);
      return std::abs(share) < kFelt ? glm::dvec3(0.0) : std::copysign(1.0, share) * normal;
    };
    tilt = {along(tilt.sideways), glm::dvec3(0.0)};
    if (tilt.sideways == glm::dvec3(0.0)) tilt.towardsEye = along(right);
  }
  const double least = kFelt * glm::length(fluid.gravity);
  for (glm::dvec3* const axis : {&tilt.sideways, &tilt.towardsEye}) {
    const double felt = glm::length(glm::cross(*axis, fluid.gravity));
    if (felt == 0.0 || felt < least) *axis = glm::dvec3(0.0);
  }
  return tilt;
}

}  // namespace

void Tilt::turn(const glm::dvec3& rotation) {
  const double degrees = glm::length(rotation);
  if (degrees == 0.0) return;
  rotation_ = glm::normalize(glm::angleAxis(glm::radians(degrees), rotation / degrees) * rotation_);
}

void Tilt::release(Clock::time_point now) {
  isHeld_ = false;
  releasedRotation_ = rotation_;
  released_ = now;
}

void Tilt::level() {
  isHeld_ = false;
  rotation_ = kLevel;
}

void Tilt::update(Clock::time_point now) {
  if (!isSpringing()) return;
  const double share = std::chrono::duration<double>(now - released_).count() / kSpringSeconds;
  const double left = 1.0 - std::min(share, 1.0);
  // The motion starts and ends smoothly.
  rotation_ = left == 0.0 ? kLevel
                          : glm::slerp(kLevel, releasedRotation_, left * left * (3.0 - 2.0 * left));
}

double Tilt::degrees() const {
  return glm::degrees(2.0 *
                      std::atan2(glm::length(glm::dvec3(rotation_.x, rotation_.y, rotation_.z)),
                                 std::abs(rotation_.w)));
}

glm::dvec3 tiltOf(const dpd::Fluid& fluid, const dpd::Camera& level, const glm::dvec2& degrees) {
  const TiltAxes axes = tiltAxes(fluid, level);
  return degrees.x * axes.sideways + degrees.y * axes.towardsEye;
}

glm::dvec3 tiltedGravity(const dpd::Fluid& fluid, const Tilt& tilt) {
  return glm::conjugate(tilt.rotation()) * fluid.gravity;
}

dpd::Camera tiltedCamera(const dpd::Camera& level, const Tilt& tilt) {
  if (tilt.degrees() == 0.0) return level;  // without rounding errors
  return render::withAxes(level, render::cameraAxes(level) * glm::mat3_cast(tilt.rotation()));
}

double tippedBy(const glm::dvec3& gravity, const glm::dvec3& level) {
  constexpr double kRounding = 1e-6;  // more than the rounding errors after many tips
  const double size = glm::length(level);
  if (size == 0.0 || std::abs(glm::length(gravity) - size) > kRounding * size) return 0.0;
  const double off = glm::distance(gravity, level) / (2.0 * size);
  return off < kRounding ? 0.0 : glm::degrees(2.0 * std::asin(std::min(off, 1.0)));
}

glm::dvec3 uprightIn(const dpd::Fluid& fluid, const dpd::Camera& camera) {
  const glm::dvec3 seen = render::cameraAxes(camera) * fluid.gravity;
  const bool isDown =
      seen.y < 0.0 && std::abs(seen.x) <= std::tan(glm::radians(kDownWithin)) * -seen.y;
  return isDown ? -glm::normalize(fluid.gravity) : glm::dvec3(0.0, 0.0, 1.0);
}

std::string whyNeverTilts(const dpd::Fluid& fluid) {
  if (fluid.gravity == glm::dvec3(0.0)) return "this fluid has no gravity; set it under Physics";
  const std::vector<int> periodic = axesOf(fluid.box, true);
  if (periodic.size() + 2 > static_cast<std::size_t>(fluid.box.dimensions)) {
    return fmt::format(
        "the box tilts only towards walls, but it is periodic along {}; set walls by box.boundary "
        "in the scenario file",
        namesOf(periodic));
  }
  const bool isAlongPeriodic = !periodic.empty() && std::abs(fluid.gravity[periodic.front()]) >
                                                        0.9 * glm::length(fluid.gravity);
  if (isAlongPeriodic) {
    return fmt::format(
        "gravity is along {}, where the box is periodic; set another direction under Physics",
        namesOf(periodic));
  }
  return {};
}

std::string whyNoTilt(const dpd::Fluid& fluid, const dpd::Camera& level) {
  if (std::string never = whyNeverTilts(fluid); !never.empty()) return never;
  const TiltAxes axes = tiltAxes(fluid, level);
  if (axes.sideways != glm::dvec3(0.0)) return {};
  if (axes.isThere()) return "from this side, drag up or down to tip the box";
  return "the view does not show the tilt; look from the front (Shift+1)";
}

std::string tiltLimits(const cells::Box& box) {
  const std::vector<int> periodic = axesOf(box, true);
  if (periodic.empty()) return {};
  const bool tilts = periodic.size() + 2 == static_cast<std::size_t>(box.dimensions);
  return fmt::format("This box is periodic along {} (dashed lines): it {}.", namesOf(periodic),
                     tilts ? "tips over only about " + namesOf(periodic) : "does not tip over");
}

}  // namespace gpubuck::demo
