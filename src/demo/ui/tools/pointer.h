// The mouse over the picture: it turns, pans and zooms the picture, or applies a tool to the fluid.
#pragma once

#include <optional>
#include <vector>

#include "demo/ui/demo_state.h"
#include "demo/ui/tools/carried_body.h"
#include "demo/widgets/clock.h"
#include "gl/window.h"

namespace gpubuck::demo {

// Coordinates in pixels count to the right and down.

inline constexpr glm::dvec3 kUpright{0.0, 0.0, 1.0};
/// Turns the box as if the pointer held its front. A drag over the width of the picture is half a
/// turn. The axis of the turn is the unit vector `upright`, in coordinates of the box. Elevation is
/// clamped at the poles.
dpd::Camera orbit(dpd::Camera camera, const glm::dvec2& pixels, const glm::dvec2& pictureSize,
                  const glm::dvec3& upright = kUpright);
/// Moves the box with the pointer.
dpd::Camera pan(dpd::Camera camera, const glm::dvec2& pixels, const glm::dvec2& pictureSize);
/// Zooms by 10 % per notch of the wheel. The point under the pointer (`at`: pixels from the middle
/// of the picture, y up) stays in place.
dpd::Camera zoom(dpd::Camera camera, double notches, const glm::dvec2& at,
                 const glm::dvec2& pictureSize);

/// Follows the mouse by its events, so that even a fast drag acts along its whole path from press
/// to release.
///   left drag: use the chosen tool. The camera tool drags a body if the drag begins on one; the
///     body moves with limited speed to its target and stays there. Otherwise it pulls the fluid if
///     the fluid runs and the drag begins on it, and turns the box if not
///   Shift+left drag: pull
///   left click with the camera tool: pick the particle under the pointer
///   Shift at the end of a tilt: keep the box tilted
///   right drag: pan
///   right click, or a click with Erase, on the ring of an effect in the fluid: remove the effect
///   Shift+right drag: push
///   wheel, also while panning: zoom at the pointer, or set the reach of the chosen tool
///   Ctrl+wheel: zoom with any tool
class Pointer {
 public:
  /// Call it once per frame with the events since the last frame. `picture` is the place of the
  /// fluid.
  void update(DemoState& state, const PictureArea& picture,
              const std::vector<gl::ButtonEvent>& buttons);

  /// Returns the present action of the pointer on the fluid.
  const PointerForces& forces() const { return forces_; }

 private:
  enum class Drag { None, Orbit, Pan, Tilt, Tool, Body };

  /// Begins the drag that a press at `ndc` starts, and returns its kind.
  Drag begun(Workspace& state, const gl::ButtonEvent& press, const render::Camera& camera,
             const glm::dvec2& ndc);
  /// Begins a stroke of a tool.
  Drag begunStroke(Workspace& state, PointerTool tool);
  /// Ends the drag.
  void end(Workspace& state, const gl::ButtonEvent& release);
  /// When another fluid starts, levels a box that is springing back, and drops the target of a body
  /// that has been released.
  void watchFluid(Display& display);
  /// Turns, tilts or pans the box by the movement of the pointer from last_ to `place`, or begins
  /// to pull the fluid.
  void follow(Workspace& state, const glm::dvec2& place, const glm::dvec2& pictureSize);
  void turnWheel(Display& display, const glm::dvec2& place, const glm::dvec2& pictureSize) const;
  /// Sets the target of the body being dragged for a pointer at `ndc`.
  void aimBody(const Display& display, const render::Camera& camera, const glm::dvec2& ndc);
  /// Steers the body towards its target, and draws the target's outline while the body is far from
  /// it. Releases the body once it has arrived after the drag.
  void carryBody(Workspace& state, const render::Camera& camera, const PictureArea& picture);
  void use(Workspace& state, PointerTool tool, const dpd::Tube& tube);
  /// Places the effect of a tool on the line of sight. If the stroke began on an effect that the
  /// tool moves, removes this effect instead.
  void place(Workspace& state, PointerTool tool, const dpd::Tube& tube);
  /// Draws the ring of the tool at the pointer, and applies the tool during a drag. With the camera
  /// tool, draws a ring around the body under the pointer, and aims the body being dragged.
  void act(Workspace& state, const render::Camera& camera, const glm::dvec2& ndc,
           const PictureArea& picture);

  Drag drag_ = Drag::None;
  int button_ = 0;
  bool mayClick_ = false;            ///< the press has not moved yet, so it may be a click
  bool isOnFluid_ = false;           ///< the press pulls the fluid once it moves
  glm::dvec2 last_{0.0};             ///< last place in the picture that the box followed
  PointerTool tool_ = kCameraTool;   ///< tool of the drag
  std::optional<CarriedBody> body_;  ///< the body being dragged
  /// The moving body and its target, from the press until the body has arrived. The body may arrive
  /// after the button was released.
  std::optional<PointerForces::Dragged> target_;
  /// Time of the last change of particles or effects in this stroke.
  std::optional<Clock::time_point> edited_;
  bool removes_ = false;  ///< the stroke has removed an effect
  PointerForces forces_;
  int generation_ = 0;  ///< generation of the fluid that is tilted or in which the body moves
};

}  // namespace gpubuck::demo
