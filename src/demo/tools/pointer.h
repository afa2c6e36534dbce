// What the mouse does to the picture: turn, shift and zoom it, or use a tool on the fluid.
#pragma once

#include <optional>
#include <vector>

#include "demo/demo_state.h"
#include "demo/session/clock.h"
#include "demo/tools/carried_sphere.h"
#include "gl/window.h"

namespace gpubuck::demo {

// Pixels count to the right and down, as the pointer does.

/// The box turns with the pointer as if held by its front: half a turn for the width of the
/// picture. Elevation stops at the poles. A box that is rolled turns about its own z axis.
scenario::Camera orbit(scenario::Camera camera, const glm::dvec2& pixels,
                       const glm::dvec2& pictureSize);
/// The box follows the pointer.
scenario::Camera pan(scenario::Camera camera, const glm::dvec2& pixels,
                     const glm::dvec2& pictureSize);
/// One notch of the wheel zooms by a tenth; the point under the pointer (`at`: pixels from the
/// middle of the picture, y up) stays there.
scenario::Camera zoom(scenario::Camera camera, double notches, const glm::dvec2& at,
                      const glm::dvec2& pictureSize);

/// Follows the mouse by its events: however fast it moves, a drag is its path from press to
/// release.
///   left drag: the tool of ToolSettings::chosen, where that is the camera and the press is on the
///   sphere: carry it; with Shift: pull; a left click where the camera is chosen: pick what is
///   there; a tilt stays where Shift is held at its end; right drag: pan, with Shift: push; wheel,
///   also while panning: zoom at the pointer, or with a tool its reach, but for Ctrl.
class Pointer {
 public:
  /// To be called once per frame with the events since the last one; `picture`: where the fluid is.
  void update(DemoState& state, const PictureArea& picture,
              const std::vector<gl::ButtonEvent>& buttons);

  /// What the pointer does to the fluid while it is held in it.
  const Hand& hand() const { return hand_; }

 private:
  enum class Drag { None, Orbit, Pan, Tilt, Tool, Sphere };

  /// What a press begins; `ndc`: where, as of a picture.
  Drag begun(DemoState& state, const gl::ButtonEvent& press, const render::Camera& camera,
             const glm::dvec2& ndc);
  /// What the release ends.
  void end(DemoState& state, const gl::ButtonEvent& release);
  /// The tilt of a fluid that is no more is none of the next one.
  void watchTilt(DemoState& state);
  /// Turns, tilts or shifts the box by the movement from the last place to this one.
  void follow(DemoState& state, const glm::dvec2& place, const glm::dvec2& pictureSize);
  void turnWheel(DemoState& state, const glm::dvec2& place, const glm::dvec2& pictureSize) const;
  void use(DemoState& state, PointerTool tool, const dpd::Tube& tube);
  /// What lies under a pointer that is over the fluid, and what it does there.
  void act(DemoState& state, const render::Camera& camera, const glm::dvec2& ndc,
           const PictureArea& picture);

  Drag drag_ = Drag::None;
  int button_ = 0;
  bool mayClick_ = false;                   ///< the press of an orbit that has not moved yet
  glm::dvec2 last_{0.0};                    ///< place in the picture that the box has followed to
  PointerTool tool_ = PointerTool::Camera;  ///< in use while a drag is that of a tool
  std::optional<CarriedSphere> sphere_;     ///< while it is carried
  /// When the number of particles was changed last, in this stroke.
  std::optional<Clock::time_point> edited_;
  Hand hand_;
  int generation_ = 0;  ///< of the fluid that is tilted
};

}  // namespace gpubuck::demo
