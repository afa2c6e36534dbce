// A box that its user tips over, while gravity stays where it points in the picture.
#pragma once

#include <string>

#include "demo/session/clock.h"
#include "dpd/model/fluid.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

/// How far the box is tipped over, beyond the roll of its scenario's camera.
class Tilt {
 public:
  static constexpr double kSpringSeconds = 0.5;

  /// It is taken where it is, also while it springs back.
  void hold() { isHeld_ = true; }
  /// Clockwise, degrees.
  void turn(double degrees) { roll_ += degrees; }
  /// It springs back to level from now on, the shorter way round.
  void release(Clock::time_point now);
  /// It is level at once, and not held.
  void level();
  /// To be called once for each picture.
  void update(Clock::time_point now);

  /// Clockwise in the picture, degrees.
  double roll() const { return roll_; }
  bool isThere() const { return isHeld_ || roll_ != 0.0; }
  /// Whether it moves by itself.
  bool isSpringing() const { return !isHeld_ && roll_ != 0.0; }

 private:
  double roll_ = 0.0;
  bool isHeld_ = false;
  double releasedRoll_ = 0.0;
  Clock::time_point released_{};
};

/// The fluid's gravity, in box coordinates, once the picture of `level` is turned clockwise by
/// `roll` degrees and gravity is not. Along periodic axes, where a fluid would fall for ever, it
/// stays what it is.
glm::dvec3 tiltedGravity(const dpd::Fluid& fluid, const scenario::Camera& level, double roll);

/// Why a tilt does less than its user may expect, and what helps; empty: it does all.
std::string whyNoTilt(const dpd::Fluid& fluid, const scenario::Camera& level);

}  // namespace gpubuck::demo
