#include "demo/ui/panels/bar.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/panels/bar_icons.h"
#include "demo/ui/panels/panels.h"
#include "demo/ui/tools/tools.h"
#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kDrawerWidth = 24.0F;
constexpr float kIconSize = 0.62F;  // half of the size of an icon
constexpr float kIconPlace = 0.8F;
// Space in a button on either side of its text. With more space, a window of the default size would
// have no room for the names of the tools and the buttons "More" and "Help".
constexpr float kSides = 0.24F;
constexpr float kLeastButton = 2.6F;

constexpr ImGuiWindowFlags kFixedBar =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;

/// A button of the bar: an icon above its name, or only the icon in a very narrow window.
struct BarButton {
  Field field;
  DrawIcon icon;
  bool isOn = false;
  std::string widest{};  ///< the widest of the button's labels, if its label changes
  bool isNamed = true;

  float width() const {
    const std::string& text = widest.empty() ? field.label : widest;
    const float em = ImGui::GetFontSize();
    if (!isNamed) return kLeastButton * em;
    return std::max(textWidth(text) + 2.0F * kSides * em, kLeastButton * em);
  }

  /// Draws the button. Returns whether the button was pressed.
  bool draw() const {
    const float em = ImGui::GetFontSize();
    const ImVec2 size(width(), kBarEnd * em - 2.0F * ImGui::GetStyle().WindowPadding.y);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    pushChoiceColours(isOn, {0.0F, 0.0F, 0.0F, 0.0F});
    const bool isPressed = ImGui::Button(("###" + field.mark).c_str(), size);
    ImGui::PopStyleColor(2);
    const ImU32 colour = ImGui::GetColorU32(ImGuiCol_Text);
    const float middle = isNamed ? kIconPlace * em : 0.5F * size.y;
    icon({corner.x + 0.5F * size.x, corner.y + middle}, kIconSize * em, colour);
    markWidget(field.mark);
    tooltip(field.help, isNamed ? "" : field.label);
    if (!isNamed) return isPressed;
    const ImVec2 text = ImGui::CalcTextSize(field.label.c_str());
    ImGui::GetWindowDrawList()->AddText(
        {corner.x + 0.5F * (size.x - text.x), corner.y + size.y - text.y}, colour,
        field.label.c_str());
    return isPressed;
  }
};

BarButton toolButton(const Display& display, const ToolRow& row) {
  const PointerTool tool = row.tool;
  return {{"tool/" + row.word(), row.label, helpOf(display, row)},
          [&display, tool](const ImVec2& centre, float scale, ImU32) {
            drawToolIcon(display, tool, {centre.x, centre.y}, scale);
          },
          display.tool.chosen == tool};
}

float widthOfAll(std::span<const BarButton> buttons) {
  float width = 0.0F;
  for (const BarButton& each : buttons) width += each.width() + ImGui::GetStyle().ItemSpacing.x;
  return width;
}

/// Returns the button that opens the list of all tools. It has the icon of the present tool.
BarButton toolListButton(const Display& display) {
  const ToolRow& present = rowOf(display.tool.chosen);
  BarButton closed = toolButton(display, present);
  closed.field = {"bar/tools", "Tools", fmt::format("Tools of the pointer: {}.", present.label)};
  closed.isOn = display.tool.chosen != kCameraTool;
  return closed;
}

/// Draws a button, and below it the list of tools that it opens.
void drawToolList(Display& display, const BarButton& closed) {
  const float left = ImGui::GetCursorScreenPos().x, em = ImGui::GetFontSize();
  if (closed.draw()) ImGui::OpenPopup("tools");
  ImGui::SetNextWindowPos({left, kBarEnd * em});
  if (!ImGui::BeginPopup("tools")) return;
  constexpr int kColumns = 3;
  float widest = 0.0F;
  for (const ToolRow& row : toolRows()) {
    widest = std::max(widest, textWidth(row.label));
  }
  int column = 0;
  for (const ToolRow& row : toolRows()) {
    if (column > 0) ImGui::SameLine();
    column = (column + 1) % kColumns;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float height = 1.6F * em;
    const bool isChosen = row.tool == display.tool.chosen;
    if (ImGui::Selectable(("###" + row.word()).c_str(), isChosen, 0,
                          {widest + 2.2F * em, height})) {
      setTool(display, row.tool);
    }
    drawToolIcon(display, row.tool, {corner.x + 0.8F * em, corner.y + 0.5F * height},
                 kIconSize * em);
    ImGui::GetWindowDrawList()->AddText(
        {corner.x + 1.9F * em, corner.y + 0.5F * (height - ImGui::GetFontSize())},
        ImGui::GetColorU32(ImGuiCol_Text), row.label.c_str());
    markWidget("tool/" + row.word());
    tooltip(helpOf(display, row));
  }
  ImGui::EndPopup();
}

/// Returns the width of the longest name of a tool, with room on both sides.
float widthOfToolName() {
  float widest = 0.0F;
  for (const ToolRow& row : toolRows()) widest = std::max(widest, textWidth(row.label));
  return widest + 2.0F * kSides * ImGui::GetFontSize();
}

/// Draws the name of the chosen tool to the right of icons without names. The place of the name is
/// as wide as the longest name.
void drawToolName(const Display& display) {
  const std::string& name = rowOf(display.tool.chosen).label;
  const float em = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size(widthOfToolName(), kBarEnd * em - 2.0F * ImGui::GetStyle().WindowPadding.y);
  ImGui::Dummy(size);
  markWidget("bar/tool");
  ImGui::GetWindowDrawList()->AddText({corner.x + kSides * em, corner.y + 0.5F * (size.y - em)},
                                      ImGui::GetColorU32(ImGuiCol_Text), name.c_str());
  ImGui::SameLine();
}

void drawSeparator() {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float em = ImGui::GetFontSize(), height = kBarEnd * em;
  ImGui::GetWindowDrawList()->AddLine({corner.x, 0.2F * height}, {corner.x, 0.8F * height},
                                      ImGui::GetColorU32(ImGuiCol_Border));
  ImGui::Dummy({1.0F, 1.0F});
  ImGui::SameLine();
}

/// Draws the button "More", and below it a list of the buttons that have no room in the bar.
/// Returns the button of the list that was pressed, or null.
const BarButton* drawMore(const BarButton& more, std::span<const BarButton> hidden) {
  const float em = ImGui::GetFontSize();
  if (more.draw()) ImGui::OpenPopup("more");
  ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x, kBarEnd * em}, ImGuiCond_Always,
                          {1.0F, 0.0F});
  if (!ImGui::BeginPopup("more")) return nullptr;
  const BarButton* pressed = nullptr;
  ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0.0F, 0.5F});
  for (const BarButton& each : hidden) {
    const std::string name = each.field.label + "###" + each.field.mark;
    if (ImGui::Selectable(name.c_str(), each.isOn, 0, {8.0F * em, 1.6F * em})) pressed = &each;
    markWidget(each.field.mark);
    tooltip(each.field.help);
  }
  ImGui::PopStyleVar();
  ImGui::EndPopup();
  return pressed;
}

BarButton buttonOf(const Layout& layout, const Drawer& drawer) {
  const bool isOpen = layout.drawer == drawer.name;
  // The tooltip would cover the first lines of the open drawer.
  const std::string help = isOpen ? "" : fmt::format("{} ({})", drawer.help, drawer.key);
  return {{"bar/" + drawer.name, drawer.label, help}, iconOf(drawer.name), isOpen};
}

/// Draws, above the settings of the algorithm, the buttons that open explanations of it.
void drawWaysIn(DemoState& state) {
  paragraph(
      "In every step the GPU sorts the particles into cells; the method of 2007 does so by drawing "
      "them as points. Then each particle finds its neighbours in the cells around it.");
  if (button({"algorithm/tour", "The paper in eight scenes (F3)",
              "Explains the sort on a running fluid."})) {
    state.show("tour").begin(state);
  }
  for (const char* name : {"explained", "textures"}) {
    Panel& panel = panelNamed(state, name);
    checkbox({panel.mark(), fmt::format("{} ({})", panel.title, panel.keys)}, panel.open);
  }
}

}  // namespace

const std::vector<Drawer>& drawers() {
  static const std::vector<Drawer> all{{"look",
                                        "F6",
                                        "Look",
                                        "Colours, style, light, camera, pictures and films.",
                                        {"look", "recording"}},
                                       {"physics",
                                        "F7",
                                        "Physics",
                                        "Gravity, temperature and forces, while the fluid runs.",
                                        {"physics"}},
                                       {"algorithm",
                                        "F8",
                                        "Algorithm",
                                        "The sort of the particles: explanations and settings.",
                                        {"sort", "statistics"}}};
  return all;
}

bool isSlim(const Layout& layout) { return layout.hasDrawers() && layout.hasBar; }

void flipLayout(Layout& layout) {
  const bool isFull = layout.showsGui && (layout.showsControls || layout.showsMeasurements);
  layout.showsGui = true;
  layout.showsControls = layout.showsMeasurements = !isFull;
  layout.drawer.clear();
}

void flipDrawer(Layout& layout, const std::string& name) {
  if (layout.hasDrawers()) {
    layout.drawer = layout.drawer == name ? "" : name;
    return;
  }
  const auto drawer = std::ranges::find(drawers(), name, &Drawer::name);
  for (const std::string& each : drawer->panels) {
    Panel& panel = panelNamed(layout, each);
    panel.open = true;
    panel.comesToTop = each == drawer->panels.front();
    const bool measures = panel.place == PanelPlace::Measurements;
    (measures ? layout.showsMeasurements : layout.showsControls) = true;
    if (panel.comesToTop) layout.measurementsInFront = measures;
  }
  layout.showsGui = true;
}

void drawBar(DemoState& state) {
  const float em = ImGui::GetFontSize();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.0F, 0.0F});
  ImGui::SetNextWindowSize({screen.x, kBarEnd * em});
  ImGui::SetNextWindowBgAlpha(0.82F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.4F * em, 0.25F * em});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.15F * em, 0.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::Begin("bar", nullptr, kFixedBar);
  const bool isPlaying = state.playback.playing;
  const bool isChanged = state.startDraft.isChanged(state.session.scenario());
  Panel &gallery = panelNamed(state, "gallery"), &help = panelNamed(state, "help");
  const bool isRecording = state.recorder.recording();
  std::vector<BarButton> rest{
      {{"bar/play", isPlaying ? "Pause" : "Play", "Runs or pauses (Space)."},
       iconOf(isPlaying ? "pause" : "play"),
       false,
       "Pause"},
      {{"bar/restart", "Restart",
        isChanged ? "Begins again at step 0 with the values that were changed for the restart (R)."
                  : "Begins again at step 0 (R)."},
       iconOf("restart"),
       isChanged},
      {{"bar/gallery", "Gallery", "Other fluids, with pictures (F2)."},
       iconOf("gallery"),
       gallery.open},
      {{"bar/panels", "All panels", "Shows all controls and plots (Tab)."}, iconOf("panels")}};
  // Shown if there is room for them, in this order. The button "More" lists the others.
  std::vector<BarButton> further{
      {{"bar/help", "Help", "All keys, and what the mouse does (F1)."}, iconOf("help"), help.open},
      {{"bar/tour", "Tour", "The paper's sort in eight scenes, on a running fluid (F3)."},
       iconOf("tour")},
      {{"bar/undo", "Undo", "Undoes the last change (Ctrl+Z)."}, iconOf("undo")},
      {{"bar/record", isRecording ? "Stop" : "Record",
        isRecording ? "Completes the film (V)." : "Films the fluid (V)."},
       iconOf(isRecording ? "stop" : "record"),
       isRecording,
       "Record"}};
  if (state.onPage) further.clear();  // the page draws a button of its own there
  const std::vector<std::function<void()>> furtherActions{
      [&] { help.open = !help.open; }, [&] { state.show("tour").begin(state); },
      [&] { undo(state); }, [&] { toggleFilm(state); }};
  const std::vector<std::function<void()>> actions{
      [&] { togglePlaying(state); }, [&] { restart(state); }, [&] { gallery.open = !gallery.open; },
      [&] { flipLayout(state); }};
  for (const Drawer& each : drawers()) rest.push_back(buttonOf(state, each));
  std::vector<BarButton> tools;
  for (const ToolRow& row : toolRows()) tools.push_back(toolButton(state, row));
  BarButton toolList = toolListButton(state);
  const float separators = 2.0F * (1.0F + 2.0F * ImGui::GetStyle().ItemSpacing.x);
  BarButton more{{"bar/more", "More", "The buttons for which the bar has no room."},
                 iconOf("more")};
  const auto widthOfMore = [&] { return further.empty() ? 0.0F : widthOfAll({&more, 1}); };
  const auto roomForTools = [&] {
    return screen.x - 0.8F * em - separators - widthOfAll(rest) - widthOfMore();
  };
  float room = roomForTools();
  // With less and less room, the tools are drawn as icons, then as a list, and finally all buttons
  // are drawn as icons.
  if (widthOfAll(tools) > room) {
    for (BarButton& each : tools) each.isNamed = false;
  }
  const bool showsTools = widthOfAll(tools) <= room;
  float usedByTools = showsTools ? widthOfAll(tools) : widthOfAll({&toolList, 1});
  const bool showsToolName =
      !(showsTools && tools.front().isNamed) && usedByTools + widthOfToolName() <= room;
  if (!showsTools && widthOfAll({&toolList, 1}) > room) {
    toolList.isNamed = more.isNamed = false;
    for (BarButton& each : rest) each.isNamed = false;
    room = roomForTools();
    usedByTools = widthOfAll({&toolList, 1});
  }
  const float spare =
      room + widthOfMore() - usedByTools - (showsToolName ? widthOfToolName() : 0.0F);
  std::span<const BarButton> shown(further);
  const auto hasMore = [&] { return shown.size() < further.size(); };
  const auto widthOfShown = [&] { return widthOfAll(shown) + (hasMore() ? widthOfMore() : 0.0F); };
  while (!shown.empty() && widthOfShown() > spare) shown = shown.first(shown.size() - 1);
  const auto draw = [&](std::size_t k) {
    if (rest[k].draw()) actions[k]();
    ImGui::SameLine();
  };
  for (const std::size_t k : {0U, 1U, 2U}) draw(k);
  drawSeparator();
  for (std::size_t k = 0; showsTools && k < tools.size(); ++k) {
    if (tools[k].draw()) setTool(state, toolRows()[k].tool);
    ImGui::SameLine();
  }
  if (!showsTools) {
    drawToolList(state, toolList);
    ImGui::SameLine();
  }
  if (showsToolName) drawToolName(state);
  drawSeparator();
  for (std::size_t k = 0; k < drawers().size(); ++k) {
    if (rest[actions.size() + k].draw()) flipDrawer(state, drawers()[k].name);
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(screen.x - widthOfShown() - rest[3].width() - 0.4F * em);
  if (hasMore()) {
    const BarButton* const pressed = drawMore(more, std::span(further).subspan(shown.size()));
    if (pressed != nullptr) furtherActions[static_cast<std::size_t>(pressed - further.data())]();
    ImGui::SameLine();
  }
  for (std::size_t k = shown.size(); k-- > 0;) {
    if (shown[k].draw()) furtherActions[k]();
    ImGui::SameLine();
  }
  draw(3);
  ImGui::End();
  ImGui::PopStyleVar(3);
  drawToolCard(state, 0.5F * em);
}

void drawDrawer(DemoState& state, WorkArea& free) {
  const auto drawer = std::ranges::find(drawers(), state.drawer, &Drawer::name);
  if (drawer == drawers().end()) return;
  const bool slim = isSlim(state);
  free.place(slim ? WorkArea::Side::Right : WorkArea::Side::Left, kDrawerWidth,
             slim ? kBarEnd * ImGui::GetFontSize() : 0.0F);
  ImGui::Begin(("drawer " + drawer->name).c_str(), nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus);
  if (ImGui::IsWindowAppearing()) ImGui::SetScrollY(0.0F);
  if (drawer->name == "algorithm") drawWaysIn(state);
  for (const std::string& name : drawer->panels) {
    Panel& panel = panelNamed(state, name);
    if (drawer->panels.size() > 1) {
      const bool isFirst = name == drawer->panels.front();
      ImGui::SetNextItemOpen(isFirst, ImGuiCond_Once);
      const bool isOpen = ImGui::CollapsingHeader(panel.title.c_str());
      markWidget("drawer/" + name);
      if (!isOpen) continue;
    }
    panel.draw(state);
  }
  ImGui::End();
}

}  // namespace gpubuck::demo
