// What the mouse does to the picture: turn, shift and enlarge it, or stir the fluid.
#pragma once

#include <optional>

#include "demo/demo_state.h"
#include "demo/fluid_view.h"

namespace gpubuck::demo {

/// Reads the mouse of the present ImGui frame.
///   left drag: what Finger::tool says; with Shift: pull; right drag: pan, with Shift: push;
///   wheel: zoom at the pointer.
class Pointer {
 public:
  /// To be called once in each frame; `picture` is where the fluid is shown.
  void update(DemoState& state, const FluidView& view, const PictureArea& picture);

  /// The force of the finger while it is held in the fluid.
  const std::optional<dpd::Stir>& finger() const { return finger_; }

 private:
  enum class Drag { None, Orbit, Pan, Pull, Push };

  Drag begun(const DemoState& state) const;

  Drag drag_ = Drag::None;
  int button_ = 0;
  std::optional<dpd::Stir> finger_;
};

}  // namespace gpubuck::demo
