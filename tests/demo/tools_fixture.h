// The tools of the pointer, used in a frame of ImGui on a picture of a running fluid.
#pragma once

#include <vector>

#include "demo/demo_test.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/tools/pointer.h"
#include "demo/ui/tools/tools.h"

namespace gpubuck::demo {

class ToolsTest : public DemoGuiTest {
 protected:
  static constexpr int kLeftButton = 0, kRightButton = 1;
  /// The picture is at the top of the window.
  static constexpr PictureArea kArea{0, 400, 320, 240};

  ToolsTest() : DemoGuiTest("[box]\nsize = [6, 5, 4]\n", {320.0F, 640.0F}) {}

  /// Draws one picture with these events of the mouse. At its end the pointer is at `place`.
  void picture(const glm::dvec2& place, const std::vector<gl::ButtonEvent>& buttons = {},
               float wheel = 0.0F, bool bar = false) {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = 0.1F;
    io.MousePos = {static_cast<float>(place.x), static_cast<float>(place.y)};
    io.MouseWheel = wheel;
    ImGui::NewFrame();
    if (bar) drawToolbar(state_, WorkArea());
    pointer_.update(state_, kArea, buttons);
    ImGui::Render();
    state_.runPending();
  }
  /// Presses a widget of the toolbar or of the tool's card.
  void press(const std::string& mark) {
    ASSERT_TRUE(places_.contains(mark)) << mark;
    const WidgetPlace at = places_.at(mark);
    const glm::dvec2 middle(at.x + at.width / 2, at.y + at.height / 2);
    for (int k = 0; k < 5; ++k) picture(middle, {}, 0.0F, true);  // no double click
    for (const bool isDown : {true, false}) {
      ImGui::GetIO().MouseDown[0] = isDown;
      picture(middle, {}, 0.0F, true);
    }
  }
  static gl::ButtonEvent down(const glm::dvec2& place, int button = kLeftButton,
                              bool shift = false) {
    return {.button = button, .down = true, .place = place, .shift = shift};
  }
  static gl::ButtonEvent up(const glm::dvec2& place, int button = kLeftButton) {
    return {.button = button, .place = place};
  }
  const dpd::Camera& view() const { return session_.scenario().view.camera; }
  const dpd::Solid& sphere() { return session_.simulation().solids().at(0); }

  Pointer pointer_;
};

}  // namespace gpubuck::demo
