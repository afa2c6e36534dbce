// Which panels stand where in the window, and what room they leave to the fluid.
#pragma once

#include <glm/vec2.hpp>

#include "demo/demo_state.h"
#include "demo/explained_panel.h"
#include "demo/fluid_view.h"
#include "demo/physics_panel.h"
#include "demo/run_panel.h"
#include "demo/statistics_panel.h"
#include "demo/textures_panel.h"

namespace gpubuck::demo {

/// Controls on the left, measurements on the right, the fluid between them with its name and speed
/// above and messages below; further panels float.
class Layout {
 public:
  /// Draws all panels of the present ImGui frame. `pixels`: the window's framebuffer. Returns where
  /// the fluid is to be shown.
  PictureArea draw(DemoState& state, const glm::ivec2& pixels);

  /// For the log.
  std::string explainedStatus() const { return explained_.status(); }
  /// Whether a panel changes while nothing happens.
  bool animated(const DemoState& state) const {
    return state.shown.gui && state.shown.explained && explained_.playing();
  }

 private:
  void drawControls(DemoState& state);
  void drawMeasurements(DemoState& state);
  /// Opens further windows over the fluid, which lies between `left` and `right`.
  void drawFloating(DemoState& state, float left, float right);

  RunPanel run_;
  PhysicsPanel physics_;
  StatisticsPanel statistics_;
  TexturesPanel textures_;
  ExplainedPanel explained_;
};

}  // namespace gpubuck::demo
