// Tilting the box by the pointer, while gravity keeps its direction in the picture.
#pragma once

#include <string>

#include "demo/session/clock.h"
#include "dpd/model/fluid.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

/// The tilt of the box, in addition to the roll of its scenario's camera.
class Tilt {
 public:
  static constexpr double kSpringSeconds = 0.5;

  /// Holds the box at its present tilt, also while it springs back.
  void hold() { isHeld_ = true; }
  /// Tilts the box clockwise, degrees.
  void turn(double degrees) { roll_ += degrees; }
  /// Lets the box spring back to level, the shorter way round.
  void release(Clock::time_point now);
  /// Levels the box at once, and releases it.
  void level();
  /// To be called once per picture.
  void update(Clock::time_point now);

  /// The tilt clockwise in the picture, degrees.
  double roll() const { return roll_; }
  bool isThere() const { return isHeld_ || roll_ != 0.0; }
  /// Returns whether the box is springing back.
  bool isSpringing() const { return !isHeld_ && roll_ != 0.0; }

 private:
  double roll_ = 0.0;
  bool isHeld_ = false;
  double releasedRoll_ = 0.0;
  Clock::time_point released_{};
};

/// Returns the gravity in box coordinates after turning the picture of `level`, but not gravity,
/// clockwise by `roll` degrees. Its components along periodic axes, along which a fluid would fall
/// for ever, do not change.
glm::dvec3 tiltedGravity(const dpd::Fluid& fluid, const scenario::Camera& level, double roll);

/// Returns why a tilt has no or little effect and what helps, or an empty string.
std::string whyNoTilt(const dpd::Fluid& fluid, const scenario::Camera& level);

}  // namespace gpubuck::demo
