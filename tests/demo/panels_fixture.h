// The panels of the window, drawn below each other and pressed by a simulated mouse and keyboard.
#pragma once

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include "demo/demo_test.h"
#include "demo/two_fluids.h"

namespace gpubuck::demo {

class PanelsTest : public DemoGuiTest {
 protected:
  PanelsTest() : DemoGuiTest(twoFluidsInABox(), {400.0F, 3000.0F}) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyMap[ImGuiKey_Enter] = GLFW_KEY_ENTER;
    io.KeyMap[ImGuiKey_Escape] = GLFW_KEY_ESCAPE;
    io.KeyMap[ImGuiKey_DownArrow] = GLFW_KEY_DOWN;
    io.KeyMap[ImGuiKey_Space] = GLFW_KEY_SPACE;
    io.KeyMap[ImGuiKey_A] = GLFW_KEY_A;
    press(GLFW_KEY_A);  // From version 1.87 on, Dear ImGui accepts KeyCtrl only after a key.
  }

  static std::string twoFluidsInABox() {
    return "[box]\nsize = [4, 4, 4]\n[sort]\npartition = \"contiguous\"\nsub_buffers = 8\n" +
           twoFluids(0.25, 50.0);
  }

  /// Draws one picture, then runs the pending actions.
  void frame() {
    ImGui::GetIO().DeltaTime = 0.1F;
    navigatePopups();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("panels", nullptr, ImGuiWindowFlags_NoDecoration);
    if (logsText_) ImGui::LogToBuffer(0);
    for (const Panel& panel : state_.panels) {
      if (panel.place == drawn_) panel.draw(state_);
    }
    if (logsText_) text_ = ImGui::GetCurrentContext()->LogBuffer.c_str();
    ImGui::End();
    drawFileDialog(state_);
    ImGui::Render();
    state_.runPending();
  }

  /// Draws one picture and returns the texts of the panels, one per line.
  std::string drawnText() {
    logsText_ = true;
    frame();
    logsText_ = false;
    std::erase(text_, '\r');  // Dear ImGui ends lines as the operating system does
    return text_;
  }

  void frames(int count) {
    for (int k = 0; k < count; ++k) frame();
  }

  /// Presses the left button over a widget, `share` of its width from its left.
  void click(const std::string& widget, float share = 0.5F) {
    frames(2);
    ASSERT_TRUE(places_.contains(widget)) << widget;
    const WidgetPlace& place = places_.at(widget);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {static_cast<float>(place.x) + share * static_cast<float>(place.width),
                   static_cast<float>(place.y + place.height / 2)};
    frames(5);  // long enough after the last click to be no double click
    io.MouseDown[0] = true;
    frame();
    io.MouseDown[0] = false;
    frames(2);
  }

  void press(int key) {
    ImGui::GetIO().KeysDown[key] = true;
    frame();
    ImGui::GetIO().KeysDown[key] = false;
    frame();
  }

  /// Types a number, one key per picture: into a slider, or into a field if `control` is false.
  void type(const std::string& widget, const std::string& text, int last, bool control = true) {
    ImGui::GetIO().KeyCtrl = control;
    click(widget, 0.3F);
    ImGui::GetIO().KeyCtrl = true;
    press(GLFW_KEY_A);
    ImGui::GetIO().KeyCtrl = false;
    for (const char letter : text) {
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
      frame();
    }
    press(last);
  }

  /// Changes values while the fluid runs.
  template <typename Edit>
  void edit(Edit change) {
    scenario::Scenario changed = running();
    change(changed);
    demo::change(state_, changed);
    frame();
  }

  std::size_t errors() {
    std::size_t count = 0;
    for (const Notice& notice : journal_.notices()) count += notice.error ? 1U : 0U;
    return count;
  }
  bool isOpen(const std::string& name) const {
    for (const Panel& panel : state_.panels) {
      if (panel.name == name) return panel.open;
    }
    return false;
  }
  const scenario::Scenario& running() const { return session_.scenario(); }

  PanelPlace drawn_ = PanelPlace::Controls;
  bool logsText_ = false;  ///< records the texts of the next picture
  std::string text_;
};

}  // namespace gpubuck::demo
