// The keys of the window, and the panel that lists them.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/panels/bar.h"
#include "demo/ui/panels/gallery.h"
#include "demo/ui/tools/tools.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/form.h"

namespace gpubuck::demo {
namespace {

// Degrees by which a key tips the box.
constexpr double kTip = 5.0;

/// Multiplies the steps per picture by `factor` / `divisor`.
void scaleSteps(Settings& state, int factor, int divisor) {
  std::int64_t& steps = state.playback.stepsPerFrame;
  const scenario::Limits& limits = limitsOf("run/steps-per-frame");
  steps = std::clamp(steps * factor / divisor, static_cast<std::int64_t>(limits.least),
                     static_cast<std::int64_t>(limits.most));
}

void switchEngine(Workspace& state) {
  const bool isPaper = state.session.engine() == texel::Engine::Paper;
  setEngine(state, isPaper ? texel::Engine::Fast : texel::Engine::Paper);
}

void switchSortMode(Workspace& state) {
  using enum dpd::SortMode;
  scenario::Scenario changed = state.session.scenario();
  if (const std::string whyNot = whyNotSorted(state.session.engine(), changed.step);
      !whyNot.empty()) {
    state.journal.notice("no sort or re-sort", whyNot);
    return;
  }
  changed.step.mode = changed.step.mode == Sort ? Resort : Sort;
  change(state, changed);
}

void stopOrClose(DemoState& state) {
  if (state.pendingFluid) {
    cancelPendingFluid(state);
    return;
  }
  if (Show* const show = state.presentShow()) {
    show->end(state);
    return;
  }
  const auto top = std::find_if(state.panels.rbegin(), state.panels.rend(), [](const Panel& panel) {
    return panel.place == PanelPlace::Floating && panel.open;
  });
  if (top != state.panels.rend()) {
    top->open = false;
  } else if (!state.drawer.empty()) {
    state.drawer.clear();
  } else if (state.picking.picked() != nullptr) {
    pickParticle(state, std::nullopt);
  } else if (state.tool.chosen != kCameraTool) {
    setTool(state, kCameraTool);
  }
}

void goOn(DemoState& state, int by) {
  if (Show* const show = state.presentShow()) {
    show->go(state, by);
  } else {
    openNext(state, by);
  }
}

void nextStyle(Display& display) {
  const auto next = static_cast<std::size_t>(display.look.style) + 1;
  setStyle(display, styleOptions()[next % styleOptions().size()].value);
}

void flip(bool& flag) { flag = !flag; }

std::vector<Shortcut> makeShortcuts() {
  using State = DemoState&;
  std::vector<Shortcut> all{
      {"Space", "Play or pause", togglePlaying},
      {"N or →", "Single step", singleStep, true},
      {"R", "Restart at step 0", restart},
      {"Shift+←", "Tip the box to the left",
       [](State state) {
         tipBox(state, {-kTip, 0.0});
       },
       true},
      {"Shift+→", "Tip the box to the right",
       [](State state) {
         tipBox(state, {kTip, 0.0});
       },
       true},
      {"Shift+↑", "Tip the box away from you",
       [](State state) {
         tipBox(state, {0.0, -kTip});
       },
       true},
      {"Shift+↓", "Tip the box towards you",
       [](State state) {
         tipBox(state, {0.0, kTip});
       },
       true},
      {"Ctrl+Z", "Undo", undo, true},
      {"Ctrl+Shift+Z or Ctrl+Y", "Redo", redo, true},
      {"PgDn", "Next scenario of the gallery, or scene of the tour",
       [](State state) { goOn(state, 1); }},
      {"PgUp", "Previous scenario or scene", [](State state) { goOn(state, -1); }},
      {"F3", "Tour: the paper in eight scenes",
       [](State state) { state.show("tour").begin(state); }},
      {"+", "Double the steps per picture", [](State state) { scaleSteps(state, 2, 1); }, true},
      {"−", "Halve the steps per picture", [](State state) { scaleSteps(state, 1, 2); }, true},
      {"S", "Switch between sort and re-sort", switchSortMode},
      {"E", "Switch the engine", switchEngine},
      {"F", "Switch between spheres, points and surface", nextStyle},
      {"Home", "Reset the camera, and set a tipped box upright", resetCamera},
      {"P", "Screenshot", [](State state) { takeScreenshot(state, true); }},
      {"Shift+P", "Screenshot of only the fluid",
       [](State state) { takeScreenshot(state, false); }},
      {"V", "Start or stop recording a film", toggleFilm},
      {"Shift+V", "Film of the last five seconds", filmReplay},
      {"Q", "Bookmark this moment", addBookmark},
      {"Shift+Q", "Back to the last bookmark, then to the bookmark before it", goToEarlierBookmark},
      {"C", "Controls", [](State state) { flipSide(state, PanelPlace::Controls); }},
      {"M", "Measurements", [](State state) { flipSide(state, PanelPlace::Measurements); }},
      {"Tab", "Change between one bar over the fluid and all panels", flipLayout},
      {"Shift+Tab", "Show only the fluid", [](State state) { flip(state.showsGui); }},
      {"F11", "Full screen", [](State state) { state.toggleFullscreen = true; }},
      {"Esc",
       "Cancel the loading of a scenario, end the tour, close the top panel or drawer, deselect "
       "the particle, or put the tool away",
       stopOrClose},
      {"Ctrl+S", "Save the scenario", [](State state) { saveScenario(state, state.savePath); }},
      {"Ctrl+Shift+S", "Save the present state as a file", saveState},
      {"Ctrl+Shift+C", "Copy a link to the scenario", copyLink},
      {"Ctrl+V", "Open the link in the clipboard", pasteLink},
      {"Ctrl+Q", "Quit", [](State state) { state.quit = true; }}};
  for (const Drawer& drawer : drawers()) {
    all.push_back({drawer.key, drawer.label + ": " + drawer.help,
                   [name = drawer.name](State state) { flipDrawer(state, name); }});
  }
  const std::vector<Panel> panels = makePanels();
  for (std::size_t k = 0; k < panels.size(); ++k) {
    if (panels[k].keys.empty()) continue;
    all.push_back(
        {panels[k].keys, panels[k].title, [k](State state) { flip(state.panels[k].open); }});
  }
  for (const Option<render::Colouring>& option : colouringOptions()) {
    const auto number = &option - colouringOptions().data() + 1;
    all.push_back({fmt::format("{}", number), "Colours: " + option.text(),
                   [&option](State state) { setColouring(state, option.value); }});
  }
  for (const Viewpoint& viewpoint : kViewpoints) {
    const auto number = &viewpoint - kViewpoints.data() + 1;
    all.push_back({fmt::format("Shift+{}", number), "Look from: " + viewpoint.word,
                   [&viewpoint](State state) { lookFrom(state, viewpoint); }});
  }
  for (const ToolRow& row : toolRows()) {
    all.push_back({row.key, "Mouse tool: " + row.label,
                   [tool = row.tool](State state) { setTool(state, tool); }});
  }
  return all;
}

using Rows = std::vector<std::pair<std::string, std::string>>;

/// Returns the width of the left column, which is the same for all tables.
float widthOfKeys(const std::vector<const Rows*>& tables) {
  float width = 0.0F;
  for (const Rows* rows : tables) {
    for (const auto& row : *rows) width = std::max(width, textWidth(row.first));
  }
  return width;
}

void drawRows(const char* id, const Rows& rows, float keysWidth) {
  constexpr ImGuiTableFlags kRows = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable(id, 2, kRows)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, keysWidth);
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
      {GLFW_KEY_SPACE, "Space"},    {GLFW_KEY_RIGHT, "→"},     {GLFW_KEY_EQUAL, "+"},
      {GLFW_KEY_LEFT, "←"},         {GLFW_KEY_UP, "↑"},        {GLFW_KEY_DOWN, "↓"},
      {GLFW_KEY_KP_ADD, "+"},       {GLFW_KEY_MINUS, "−"},     {GLFW_KEY_KP_SUBTRACT, "−"},
      {GLFW_KEY_HOME, "Home"},      {GLFW_KEY_END, "End"},     {GLFW_KEY_ENTER, "Enter"},
      {GLFW_KEY_TAB, "Tab"},        {GLFW_KEY_ESCAPE, "Esc"},  {GLFW_KEY_F1, "F1"},
      {GLFW_KEY_F2, "F2"},          {GLFW_KEY_F3, "F3"},       {GLFW_KEY_F6, "F6"},
      {GLFW_KEY_F7, "F7"},          {GLFW_KEY_F8, "F8"},       {GLFW_KEY_F11, "F11"},
      {GLFW_KEY_PAGE_DOWN, "PgDn"}, {GLFW_KEY_PAGE_UP, "PgUp"}};
  std::string name;
  const char sign = press.label.size() == 1 ? press.label[0] : '\0';
  if (sign >= 'a' && sign <= 'z') {
    name = static_cast<char>(std::toupper(sign));
  } else if (sign == '+' || sign == '=') {
    name = "+";
  } else if (sign == '-') {
    name = "−";
  } else if (const auto found = kNames.find(press.key); found != kNames.end()) {
    const bool isSign = found->second == "+" || found->second == "−";
    if (isSign && !press.label.empty())
      return {};  // another keyboard layout has another sign on this key
    name = found->second;
  } else if (press.key > 0 && press.key < 128 && std::isalnum(press.key) != 0) {
    if (std::isalpha(press.key) != 0 && sign != '\0') return {};
    name = static_cast<char>(press.key);  // GLFW numbers letters and digits as ASCII does
  } else {
    return {};
  }
  const auto held = [&](int modifier) { return (press.modifiers & modifier) != 0; };
  if (held(GLFW_MOD_SHIFT) && name != "+")
    name = "Shift+" + name;  // some layouts need Shift to type +
  if (held(GLFW_MOD_CONTROL)) name = "Ctrl+" + name;
  if (held(GLFW_MOD_ALT)) name = "Alt+" + name;
  if (held(GLFW_MOD_SUPER)) name = "Super+" + name;
  return name;
}

namespace {

/// Gives a key to the open panels, and runs the key's shortcut if no panel uses the key. `isHeld`
/// tells whether the key repeats because it is held down.
bool runShortcut(DemoState& state, const std::string& key, bool isHeld) {
  dismissTooltip();
  for (auto panel = state.panels.rbegin(); panel != state.panels.rend(); ++panel) {
    if (panel->open && panel->takeKey && panel->takeKey(state, key)) return true;
  }
  const std::string name = " or " + key + " or ";
  for (const Shortcut& shortcut : shortcuts()) {
    if ((" or " + shortcut.keys + " or ").find(name) == std::string::npos) continue;
    if (!isHeld || shortcut.repeats) shortcut.run(state);
    return true;
  }
  return false;
}

}  // namespace

bool runShortcut(DemoState& state, const gl::KeyPress& press) {
  return runShortcut(state, keyName(press), press.held);
}

bool runShortcut(DemoState& state, const gl::Character& character) {
  return character.code == '?' && runShortcut(state, "?", false);
}

void drawHelp(DemoState&) {
  const Rows mouse{{"Left drag",
                    "Use the tool chosen in the bar; Hand pulls the fluid if the drag begins on "
                    "it, and turns the box if the drag begins next to it"},
                   {"Click",
                    "Select a particle and show its list, its cell and the cells searched for its "
                    "neighbours; in a paused fluid, hold the pointer still over a particle to see "
                    "its number"},
                   {"Right drag", "Pan the picture"},
                   {"Wheel", "Zoom at the pointer, or set the reach of the tool"},
                   {"Ctrl+wheel", "Zoom at the pointer, with any tool"},
                   {"Shift+left drag", "Pull the fluid"},
                   {"Shift+right drag", "Push the fluid"},
                   {"Shift at the end of a tilt", "Keep the box tilted"}};
  Rows keys;
  for (const Shortcut& shortcut : shortcuts()) keys.emplace_back(shortcut.keys, shortcut.what);
  const float keysWidth = widthOfKeys({&mouse, &keys});
  heading("Mouse, over the fluid");
  drawRows("mouse", mouse, keysWidth);
  heading("Keys");
  drawRows("keys", keys, keysWidth);
  dimParagraph(
      "Letters and signs are as printed on your keyboard; digits are in the top row. In an open "
      "list, a dialog or the gallery, the arrow keys move the selection, Enter chooses and Esc "
      "closes.");
  heading("Numbers");
  paragraph("Hold Ctrl and click a slider to type its value.");
  paragraph(
      "Double-click a slider, or the name of a value, to reset it to the value of the scenario.");
}

}  // namespace gpubuck::demo
