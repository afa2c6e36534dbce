// Tilting the box by the pointer, while gravity keeps its direction in the picture.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>

#include "demo/widgets/clock.h"
#include "dpd/model/fluid.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

/// The tilt of the box: a rotation of the box in the picture. The box is level in the picture of
/// its scenario's camera. Gravity keeps its direction in the picture.
class Tilt {
 public:
  static constexpr double kSpringSeconds = 0.5;

  /// Holds the box at its present tilt, also while it springs back.
  void hold() { isHeld_ = true; }
  /// Turns the box further. `rotation` is a vector along the axis, in coordinates of the level box.
  /// The length of the vector is the angle in degrees (tiltOf).
  void turn(const glm::dvec3& rotation);
  /// Lets the box spring back to level, in the shorter of the two directions of rotation.
  void release(Clock::time_point now);
  /// Levels the box at once, and releases it.
  void level();
  /// Call it once per picture.
  void update(Clock::time_point now);

  /// Returns the rotation from the level box to the tilted box.
  const glm::dquat& rotation() const { return rotation_; }
  /// Returns the angle of rotation(), 0..180 degrees.
  double degrees() const;
  bool isThere() const { return isHeld_ || isTilted(); }
  /// Returns whether the box is springing back.
  bool isSpringing() const { return !isHeld_ && isTilted(); }

 private:
  bool isTilted() const { return rotation_ != kLevel; }

  static constexpr glm::dquat kLevel{1.0, 0.0, 0.0, 0.0};
  glm::dquat rotation_ = kLevel;
  bool isHeld_ = false;
  glm::dquat releasedRotation_ = kLevel;
  Clock::time_point released_{};
};

/// Returns the rotation that tilts a box clockwise in the picture by `degrees.x`, and the top of
/// the box towards the eye by `degrees.y`. The result is the axis times the angle in degrees, as
/// Tilt::turn() takes it. A tilt must not change the component of gravity along a periodic axis,
/// since a fluid would fall for ever along this axis. Thus a box with one periodic axis tilts about
/// this axis: sideways, or towards the eye if the axis is seen from the side. A box with more
/// periodic axes does not tilt. A tilt that would not change gravity is replaced by 0.
glm::dvec3 tiltOf(const dpd::Fluid& fluid, const dpd::Camera& level, const glm::dvec2& degrees);

/// Returns the gravity in coordinates of the tilted box.
glm::dvec3 tiltedGravity(const dpd::Fluid& fluid, const Tilt& tilt);
/// Returns the camera that shows the tilted box.
dpd::Camera tiltedCamera(const dpd::Camera& level, const Tilt& tilt);

/// Returns the angle in degrees by which gravity is turned away from `level`, the gravity before
/// the box was tipped over. Returns 0 if the two vectors differ in size, since tipping over does
/// not change the size.
double tippedBy(const glm::dvec3& gravity, const glm::dvec3& level);

/// Returns the direction, in coordinates of the box, that is up in the picture: against gravity if
/// gravity points down in the picture, otherwise z.
glm::dvec3 uprightIn(const dpd::Fluid& fluid, const dpd::Camera& camera);

/// Returns why the box does not tilt in any view, and what the user can do, or an empty string if
/// it tilts.
std::string whyNeverTilts(const dpd::Fluid& fluid);
/// Returns why the box does not tilt sideways in this view, and what the user can do, or an empty
/// string if it does.
std::string whyNoTilt(const dpd::Fluid& fluid, const dpd::Camera& level);
/// Returns how the periodic sides of a box, which have no walls, restrict its tilt, or an empty
/// string if there are no periodic sides.
std::string tiltLimits(const cells::Box& box);

}  // namespace gpubuck::demo
