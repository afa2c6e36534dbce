#include "demo/shortcuts.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "demo/actions.h"
#include "demo/form.h"

namespace gpubuck::demo {
namespace {

constexpr int kModifiers = GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;
constexpr int kMostStepsPerFrame = 100'000;

using Run = std::function<void(DemoState&)>;

Run flip(bool Shown::*panel) {
  return [panel](DemoState& state) { state.shown.*panel = !(state.shown.*panel); };
}

Run colourBy(render::Colouring colouring) {
  return [colouring](DemoState& state) { setColouring(state, colouring); };
}

void slower(DemoState& state) {
  int& steps = state.playback.stepsPerFrame;
  steps = std::max(1, steps / 2);
}

void faster(DemoState& state) {
  int& steps = state.playback.stepsPerFrame;
  steps = std::min(kMostStepsPerFrame, steps * 2);
}

void restartLater(DemoState& state) {
  state.later([&state] { restart(state); });
}

void switchEngine(DemoState& state) {
  state.later([&state] {
    setEngine(state, state.session.engine() == texel::Engine::Paper ? texel::Engine::Fast
                                                                    : texel::Engine::Paper);
  });
}

void switchSortMode(DemoState& state) {
  state.later([&state] {
    sort::Settings settings = state.session.scenario().sort;
    settings.mode = settings.mode == sort::Mode::Sort ? sort::Mode::Resort : sort::Mode::Sort;
    setSort(state, settings);
  });
}

/// The panel on top goes first.
void closePanel(DemoState& state) {
  for (bool* panel : {&state.shown.help, &state.shown.explained, &state.shown.textures}) {
    if (std::exchange(*panel, false)) return;
  }
}

void save(DemoState& state) { saveScenario(state, state.savePath); }
void film(DemoState& state) {
  state.later([&state] { toggleFilm(state); });
}

std::vector<Shortcut> makeShortcuts() {
  using render::Colouring;
  constexpr int kShift = GLFW_MOD_SHIFT;
  constexpr int kControl = GLFW_MOD_CONTROL;
  return {
      {GLFW_KEY_SPACE, 0, "Space", "Play or pause", togglePlaying},
      {GLFW_KEY_N, 0, "N or →", "A single step", singleStep, true},
      {GLFW_KEY_RIGHT, 0, "", "", singleStep, true},
      {GLFW_KEY_R, 0, "R", "Restart from step 0", restartLater},
      {GLFW_KEY_EQUAL, 0, "+", "Twice the steps a picture", faster, true},
      {GLFW_KEY_EQUAL, kShift, "", "", faster, true},
      {GLFW_KEY_KP_ADD, 0, "", "", faster, true},
      {GLFW_KEY_MINUS, 0, "−", "Half the steps a picture", slower, true},
      {GLFW_KEY_KP_SUBTRACT, 0, "", "", slower, true},
      {GLFW_KEY_S, 0, "S", "Sort every step, or re-sort", switchSortMode},
      {GLFW_KEY_E, 0, "E", "The other engine", switchEngine},
      {GLFW_KEY_1, 0, "1 … 5",
       "Colour by species, speed, cell, place in its list, or moved by the re-sort",
       colourBy(Colouring::Species)},
      {GLFW_KEY_2, 0, "", "", colourBy(Colouring::Speed)},
      {GLFW_KEY_3, 0, "", "", colourBy(Colouring::Cell)},
      {GLFW_KEY_4, 0, "", "", colourBy(Colouring::ListDepth)},
      {GLFW_KEY_5, 0, "", "", colourBy(Colouring::Moved)},
      {GLFW_KEY_HOME, 0, "Home", "Reset the camera", resetView},
      {GLFW_KEY_P, 0, "P", "Screenshot", [](DemoState& state) { takeScreenshot(state, true); }},
      {GLFW_KEY_P, kShift, "Shift+P", "Screenshot of the fluid alone",
       [](DemoState& state) { takeScreenshot(state, false); }},
      {GLFW_KEY_V, 0, "V", "Start or stop a film", film},
      {GLFW_KEY_A, 0, "A", "The algorithm explained", flip(&Shown::explained)},
      {GLFW_KEY_T, 0, "T", "Textures of the fluid", flip(&Shown::textures)},
      {GLFW_KEY_C, 0, "C", "Controls", flip(&Shown::controls)},
      {GLFW_KEY_M, 0, "M", "Measurements", flip(&Shown::measurements)},
      {GLFW_KEY_TAB, 0, "Tab", "All panels", flip(&Shown::gui)},
      {GLFW_KEY_F11, 0, "F11", "Full screen",
       [](DemoState& state) { state.toggleFullscreen = true; }},
      {GLFW_KEY_F1, 0, "F1 or H", "This help", flip(&Shown::help)},
      {GLFW_KEY_H, 0, "", "", flip(&Shown::help)},
      {GLFW_KEY_ESCAPE, 0, "Esc", "Close help, explanation or textures", closePanel},
      {GLFW_KEY_S, kControl, "Ctrl+S", "Save the scenario", save},
      {GLFW_KEY_Q, kControl, "Ctrl+Q", "Quit", [](DemoState& state) { state.quit = true; }},
  };
}

void beginRows() {
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 9.0F * ImGui::GetFontSize());
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
}

void row(const std::string& left, const std::string& right) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", left.c_str());
  ImGui::TableNextColumn();
  paragraph(right);
}

}  // namespace

const std::vector<Shortcut>& shortcuts() {
  static const std::vector<Shortcut> all = makeShortcuts();
  return all;
}

bool runShortcut(DemoState& state, const gl::KeyPress& press) {
  const auto& all = shortcuts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Shortcut& shortcut) {
    return shortcut.key == press.key && shortcut.modifiers == (press.modifiers & kModifiers);
  });
  if (found == all.end()) return false;
  if (!press.held || found->repeats) found->run(state);
  return true;
}

void drawHelp(DemoState&) {
  constexpr ImGuiTableFlags kRows = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
  heading("Mouse, over the fluid");
  if (ImGui::BeginTable("mouse", 2, kRows)) {
    beginRows();
    row("Left drag", "Turn the box, or what the mouse tool says (View)");
    row("Right drag", "Shift the picture");
    row("Wheel", "Zoom at the pointer");
    row("Shift+left drag", "Pull the fluid");
    row("Shift+right drag", "Push the fluid");
    ImGui::EndTable();
  }
  heading("Keys");
  if (ImGui::BeginTable("keys", 2, kRows)) {
    beginRows();
    for (const Shortcut& shortcut : shortcuts()) {
      if (!shortcut.keys.empty()) row(shortcut.keys, shortcut.what);
    }
    ImGui::EndTable();
  }
  heading("Numbers");
  paragraph("Ctrl and a click on a slider lets you type its value.");
}

}  // namespace gpubuck::demo
