#include "demo/shortcuts.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "demo/actions.h"
#include "demo/form.h"

namespace gpubuck::demo {
namespace {

constexpr int kMostStepsPerFrame = 100'000;

using Run = std::function<void(DemoState&)>;

Run flip(bool Shown::*part) {
  return [part](DemoState& state) { state.shown.*part = !(state.shown.*part); };
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
    dpd::StepSettings settings = state.session.scenario().step;
    settings.mode =
        settings.mode == dpd::SortMode::Sort ? dpd::SortMode::Resort : dpd::SortMode::Sort;
    setSort(state, settings);
  });
}

/// The panel on top goes first.
void closePanel(DemoState& state) {
  const auto top = std::find_if(state.panels.rbegin(), state.panels.rend(), [](const Panel& panel) {
    return panel.place == PanelPlace::Floating && panel.open;
  });
  if (top != state.panels.rend()) top->open = false;
}

void save(DemoState& state) { saveScenario(state, state.savePath); }
void film(DemoState& state) {
  state.later([&state] { toggleFilm(state); });
}

std::vector<Shortcut> makeShortcuts() {
  std::vector<Shortcut> all{
      {"Space", "Play or pause", togglePlaying},
      {"N or →", "Single step", singleStep, true},
      {"R", "Restart from step 0", restartLater},
      {"+", "Twice the steps per picture", faster, true},
      {"−", "Half the steps per picture", slower, true},
      {"S", "Sort every step, or re-sort", switchSortMode},
      {"E", "Switch the engine", switchEngine},
      {"Home", "Reset the camera", resetView},
      {"P", "Screenshot", [](DemoState& state) { takeScreenshot(state, true); }},
      {"Shift+P", "Screenshot of the fluid alone",
       [](DemoState& state) { takeScreenshot(state, false); }},
      {"V", "Start or stop a film", film},
      {"C", "Controls", flip(&Shown::controls)},
      {"M", "Measurements", flip(&Shown::measurements)},
      {"Tab", "All panels", flip(&Shown::gui)},
      {"F11", "Full screen", [](DemoState& state) { state.toggleFullscreen = true; }},
      {"Esc", "Close the panel on top", closePanel},
      {"Ctrl+S", "Save the scenario", save},
      {"Ctrl+Q", "Quit", [](DemoState& state) { state.quit = true; }}};
  const std::vector<Panel> panels = makePanels();
  for (std::size_t k = 0; k < panels.size(); ++k) {
    if (panels[k].keys.empty()) continue;
    all.push_back({panels[k].keys, panels[k].title,
                   [k](DemoState& state) { state.panels[k].open = !state.panels[k].open; }});
  }
  for (std::size_t k = 0; k < colourings().size(); ++k) {
    const Option<render::Colouring>& option = colourings()[k];
    all.push_back({fmt::format("{}", k + 1), "Colours: " + option.text(),
                   [&option](DemoState& state) { setColouring(state, option.value); }});
  }
  return all;
}

void drawRows(const char* id, const std::vector<std::pair<std::string, std::string>>& rows) {
  constexpr ImGuiTableFlags kRows = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable(id, 2, kRows)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 9.0F * ImGui::GetFontSize());
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  for (const auto& [left, right] : rows) {
    ImGui::TableNextColumn();
    ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", left.c_str());
    ImGui::TableNextColumn();
    paragraph(right);
  }
  ImGui::EndTable();
}

}  // namespace

const std::vector<Shortcut>& shortcuts() {
  static const std::vector<Shortcut> all = makeShortcuts();
  return all;
}

std::string keyName(const gl::KeyPress& press) {
  static const std::map<int, std::string> kNames{
      {GLFW_KEY_SPACE, "Space"}, {GLFW_KEY_RIGHT, "→"}, {GLFW_KEY_EQUAL, "+"},
      {GLFW_KEY_KP_ADD, "+"},    {GLFW_KEY_MINUS, "−"}, {GLFW_KEY_KP_SUBTRACT, "−"},
      {GLFW_KEY_HOME, "Home"},   {GLFW_KEY_TAB, "Tab"}, {GLFW_KEY_ESCAPE, "Esc"},
      {GLFW_KEY_F1, "F1"},       {GLFW_KEY_F11, "F11"}};
  std::string name;
  if (const auto found = kNames.find(press.key); found != kNames.end()) {
    name = found->second;
  } else if (press.key > 0 && press.key < 128 && std::isalnum(press.key) != 0) {
    name = static_cast<char>(press.key);  // GLFW numbers letters and digits as ASCII does
  } else {
    return {};
  }
  const auto held = [&](int modifier) { return (press.modifiers & modifier) != 0; };
  if (held(GLFW_MOD_SHIFT) && name != "+") name = "Shift+" + name;  // + may need Shift
  if (held(GLFW_MOD_CONTROL)) name = "Ctrl+" + name;
  if (held(GLFW_MOD_ALT)) name = "Alt+" + name;
  if (held(GLFW_MOD_SUPER)) name = "Super+" + name;
  return name;
}

bool runShortcut(DemoState& state, const gl::KeyPress& press) {
  const std::string name = " or " + keyName(press) + " or ";
  for (const Shortcut& shortcut : shortcuts()) {
    if ((" or " + shortcut.keys + " or ").find(name) == std::string::npos) continue;
    if (!press.held || shortcut.repeats) shortcut.run(state);
    return true;
  }
  return false;
}

void drawHelp(DemoState&) {
  heading("Mouse, over the fluid");
  drawRows("mouse", {{"Left drag", "Turn the box, or use the mouse tool (View)"},
                     {"Right drag", "Shift the picture"},
                     {"Wheel", "Zoom at the pointer"},
                     {"Shift+left drag", "Pull the fluid"},
                     {"Shift+right drag", "Push the fluid"}});
  heading("Keys");
  std::vector<std::pair<std::string, std::string>> keys;
  for (const Shortcut& shortcut : shortcuts()) keys.emplace_back(shortcut.keys, shortcut.what);
  drawRows("keys", keys);
  heading("Numbers");
  paragraph("Hold Ctrl and click a slider to type its value.");
}

}  // namespace gpubuck::demo
