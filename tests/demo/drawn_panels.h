// The panels of the window, laid out in a window of a small screen.
#pragma once

#include <imgui_internal.h>

#include "demo/demo_test.h"
#include "demo/two_fluids.h"
#include "demo/ui/panels/panels.h"

namespace gpubuck::demo {

class DrawnPanelsTest : public DemoGuiTest {
 protected:
  DrawnPanelsTest()
      : DemoGuiTest("[box]\nsize = [4, 4, 4]\n" + twoFluids(0.25, 50.0), {800.0F, 600.0F}) {}

  void resize(const glm::vec2& size) { ImGui::GetIO().DisplaySize = {size.x, size.y}; }
  /// Presses the left button over a widget.
  void click(const std::string& widget) {
    const WidgetPlace& place = places_.at(widget);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {static_cast<float>(place.x + place.width / 2),
                   static_cast<float>(place.y + place.height / 2)};
    frames(5);
    io.MouseDown[0] = true;
    frames(1);
    io.MouseDown[0] = false;
    frames(2);
  }
  void frames(int count) {
    for (int k = 0; k < count; ++k) {
      ImGuiIO& io = ImGui::GetIO();
      io.DeltaTime = 0.1F;
      ImGui::NewFrame();
      area_ = drawPanels(state_, {io.DisplaySize.x, io.DisplaySize.y});
      ImGui::Render();
      state_.runPending();
    }
  }

  void open(const std::vector<std::string>& names) {
    openPanels(state_, names);
    frames(4);
  }

  static ImRect placeOf(const char* window) {
    const ImGuiWindow* const found = ImGui::FindWindowByName(window);
    return found != nullptr && found->Active ? found->Rect() : ImRect();
  }
  static ImRect screen() { return {{0.0F, 0.0F}, ImGui::GetIO().DisplaySize}; }

  PictureArea area_;
};

}  // namespace gpubuck::demo
