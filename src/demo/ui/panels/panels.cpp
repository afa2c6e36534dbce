#include "demo/ui/panels/panels.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/panels/bar.h"
#include "demo/ui/panels/heading.h"
#include "demo/ui/tools/tools.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/form.h"
#include "demo/widgets/layout.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {

// The contents of the panels. Each function is in NAME_panel.cpp, except drawHelp() in
// shortcuts.cpp and galleryPanel() in gallery.cpp. Functions that return a DrawPanel create
// contents with a state.
DrawPanel runPanel();
void drawSortPanel(Workspace& state);
void drawLookPanel(Workspace& state);
void drawPhysicsPanel(Workspace& state);
void drawRecordingPanel(Workspace& state);
DrawPanel statisticsPanel();
void drawPlotsPanel(Display& display);
DrawPanel explainedPanel();
DrawPanel texturesPanel();
void drawHelp(DemoState& state);
Panel galleryPanel();

// The functions below are in floating.cpp and timeline.cpp.
/// Draws the open floating panels. A panel that opens has at least a certain width, and covers
/// neither the bar nor an open panel, nor, if possible, the picked particle. If possible, it is
/// over the fluid, between `left` and `right`; otherwise it is over the panels at the side, but not
/// over a drawer. If there is no such place, an open panel is narrowed, or the panel replaces the
/// panels that it would cover. `area` is the place of the fluid.
void drawFloatingPanels(DemoState& state, float left, float right, const PictureArea& area);
/// Draws the timeline at the bottom of the work area if there are states to return to. While the
/// user drags on it, goes to the kept state nearest to the pointer. Returns the height of timeline
/// and label in pixels, or 0 if the timeline is not drawn.
float drawTimeline(Workspace& state, const WorkArea& free);

namespace {

// Sizes are in em, so that they follow the screen's scale.
constexpr float kControlsWidth = 24.0F;
constexpr float kMeasurementsWidth = 26.0F;
constexpr float kFailureWidth = 34.0F;
constexpr float kLegendWidth = 13.0F;  // width left free for the legend at the right of notices
constexpr float kLeastNotice = 12.0F;
constexpr float kLowWindow = 40.0F;
// In a window narrower than this, controls and measurements share a side, to leave room for the
// fluid.
constexpr float kBothPanelsFrom = 80.0F;

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;
/// Returns whether the window is too narrow for both controls and measurements.
bool isNarrow() { return ImGui::GetIO().DisplaySize.x < kBothPanelsFrom * ImGui::GetFontSize(); }

/// Draws the tabs of a side panel that shows either controls or measurements.
void drawTabs(Layout& layout) {
  const float width = 0.5F * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  for (const bool measurements : {false, true}) {
    if (measurements) ImGui::SameLine();
    const bool isInFront = layout.measurementsInFront == measurements;
    pushChoiceColours(isInFront, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
    if (ImGui::Button(measurements ? "Measurements (M)" : "Controls (C)", {width, 0.0F})) {
      layout.measurementsInFront = measurements;
    }
    ImGui::PopStyleColor(2);
    markWidget(measurements ? "side/measurements" : "side/controls");
  }
  ImGui::Spacing();
}

/// Draws the panels at one side of the window, and takes their place off the work area. If controls
/// and measurements share this side, there are tabs above the panels.
void drawSide(DemoState& state, PanelPlace place, WorkArea& free, bool tabs) {
  const bool atRight = place == PanelPlace::Measurements && !tabs;
  free.place(atRight ? WorkArea::Side::Right : WorkArea::Side::Left,
             place == PanelPlace::Controls ? kControlsWidth : kMeasurementsWidth, 0.0F);
  // The scroll bar is always there. If it came and went, it would change line breaks, and would
  // move the widgets that the user has scrolled to.
  ImGui::Begin(place == PanelPlace::Controls ? "Controls" : "Measurements", nullptr,
               kFixed | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  if (button({"side/slim", "Fewer panels (Tab)", "Leaves one bar over the fluid."})) {
    flipLayout(state);
  }
  if (tabs) drawTabs(state);
  for (Panel& panel : state.panels) {
    if (panel.place != place) continue;
    const bool isLow = ImGui::GetCursorScreenPos().y > 0.5F * ImGui::GetIO().DisplaySize.y;
    if (std::exchange(panel.comesToTop, false) && isLow) ImGui::SetScrollHereY(0.0F);
    ImGui::SetNextItemOpen(panel.open);
    panel.open = ImGui::CollapsingHeader(panel.title.c_str());
    markWidget(panel.mark());
    if (panel.open) panel.draw(state);
  }
  if (place == PanelPlace::Controls) {
    ImGui::Spacing();
    for (Panel& panel : state.panels) {
      if (panel.place != PanelPlace::Floating) continue;
      checkbox({panel.mark(), fmt::format("{} ({})", panel.title, panel.keys)}, panel.open);
    }
  }
  ImGui::End();
}

bool isLow() { return ImGui::GetIO().DisplaySize.y < kLowWindow * ImGui::GetFontSize(); }

/// Returns the upper end of the message boxes over the fluid. In a window of small height they
/// begin higher, to leave room for notices below them.
float topOfBoxes() {
  return isLow() ? kHeadingEnd * ImGui::GetFontSize() : 0.3F * ImGui::GetIO().DisplaySize.y;
}

/// If the fluid has failed, draws a message box with the reason, and with buttons to go back or
/// restart. Returns the upper end of the message box, or `bottom` if there is none.
float drawFailure(Workspace& state, float left, float right, float bottom) {
  const std::string& reason = state.session.failure();
  if (reason.empty()) return bottom;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5F * (left + right), topOfBoxes()}, ImGuiCond_Always, {0.5F, 0.0F});
  ImGui::SetNextWindowSize({std::min(kFailureWidth * em, right - left - em), 0.0F});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, {0.55F, 0.11F, 0.08F, 0.97F});
  ImGui::PushStyleColor(ImGuiCol_Text, {1.0F, 1.0F, 1.0F, 1.0F});
  ImGui::PushStyleColor(ImGuiCol_Button, {0.36F, 0.05F, 0.04F, 1.0F});
  ImGui::Begin("failure", nullptr, kFixed | ImGuiWindowFlags_NoFocusOnAppearing);
  const std::int64_t failed = state.session.failedStep();
  const std::string prefix = fmt::format("step {}: ", failed);
  paragraph(fmt::format("The fluid has failed at step {}: {}", groupDigits(failed),
                        reason.starts_with(prefix) ? reason.substr(prefix.size()) : reason));
  markWidget("failure");
  ImGui::Spacing();
  const auto step = state.session.lastGoodStep();
  if (button({"failure/back", "Back to the last good state",
              step ? fmt::format("Returns to step {} with the values of that step, and pauses.",
                                 groupDigits(*step))
                   : "",
              step ? "" : "the fluid failed before a state was saved"})) {
    goBack(state);
  }
  const std::string whyNot = whyNotAsOpened(state);
  sameLineIfFits("Restart as opened");
  if (button({"failure/opened", "Restart as opened",
              "Restarts at step 0 with the values of the scenario as it was opened.", whyNot})) {
    restartAsOpened(state);
  }
  if (!step && !whyNot.empty()) {
    paragraph(
        "The fluid failed with the scenario's own values. Change a value under Physics, such as "
        "the time step, and press R to restart.");
  } else {
    paragraph(
        "Or change a value under Physics and press R to restart at step 0 with the present "
        "values.");
  }
  const float top = ImGui::GetWindowPos().y;
  ImGui::End();
  ImGui::PopStyleColor(3);
  return top;
}

/// Draws the progress of a pending fluid or of a long measurement.
void drawWaiting(Workspace& state, float left, float right) {
  constexpr double kShownFrom = 0.7;  // seconds
  const double measured = state.session.measuring().seconds();
  const bool measures = measured > kShownFrom;
  if (!measures && !state.pendingFluid) return;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5F * (left + right), topOfBoxes()}, ImGuiCond_Always, {0.5F, 0.0F});
  ImGui::SetNextWindowSize({std::min(kFailureWidth * em, right - left - em), 6.0F * em});
  ImGui::Begin("waiting", nullptr, kFixed | ImGuiWindowFlags_NoFocusOnAppearing);
  if (state.pendingFluid) {
    const PendingFluid& pending = *state.pendingFluid;
    paragraph(fmt::format("Creating {} {}, about {} left.", groupDigits(pending.particles()),
                          plural(pending.particles(), "particle"),
                          secondsText(pending.secondsLeft())));
    ImGui::ProgressBar(static_cast<float>(pending.share()), {-1.0F, 0.0F});
    if (button({"beginning/stop", "Cancel (Esc)", "Keeps the present fluid."})) {
      cancelPendingFluid(state);
    }
  } else {
    const double share = std::max(state.session.measuring().share(), 1e-3);
    const double more = measured * (1.0 - share) / share;
    paragraph("Measuring before the simulation continues, about " + secondsText(more) + " left.");
    ImGui::ProgressBar(static_cast<float>(share), {-1.0F, 0.0F});
    if (button({"measuring/stop", "Skip",
                "Continues without this measurement; the plots have a gap."})) {
      skipMeasurement(state);
    }
  }
  ImGui::End();
}

/// Draws the notices at `corner`, to the right of the heading, where they seldom cover the fluid.
/// In a narrow window, and if the gallery is open, draws the last notices that have room between
/// `left` and `right` above `bottom`.
void drawNotices(DemoState& state, const glm::vec2& corner, float left, float right, float bottom) {
  const auto& notices = state.journal.notices();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = ImGui::GetFontSize();
  const float besideHeading = right - corner.x - kLegendWidth * margin;
  const bool isBeside = besideHeading > kLeastNotice * margin && !panelNamed(state, "gallery").open;
  const float width =
      isBeside ? besideHeading : std::max(right - left - 3.0F * margin, 10.0F * margin);
  const float room = bottom - margin - corner.y - 2.0F * style.WindowPadding.y;
  ImVec2 size{0.0F, 0.0F};
  std::size_t first = notices.size();
  while (first > 0) {
    const std::string text = wrapped(notices[first - 1].text, width);
    const ImVec2 more = ImGui::CalcTextSize(text.c_str());
    const float gap = first < notices.size() ? style.ItemSpacing.y : 0.0F;
    if (size.y + gap + more.y > room) break;
    size = {std::max(size.x, more.x), size.y + gap + more.y};
    --first;
  }
  if (first == notices.size()) return;
  const ImVec2 place =
      isBeside ? ImVec2(corner.x, corner.y) : ImVec2(left + margin, bottom - margin);
  beginLabel("notices", place, {0.0F, isBeside ? 0.0F : 1.0F}, size);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  for (std::size_t k = first; k < notices.size(); ++k) {
    (notices[k].error ? errorParagraph : paragraph)(notices[k].text, width);
  }
  ImGui::End();
}

}  // namespace

std::vector<Panel> makePanels() {
  using enum PanelPlace;
  constexpr bool kOpen = true, kClosed = false;
  return {
      {"run", "Run", Controls, runPanel(), kOpen},
      {"physics", "Physics", Controls, drawPhysicsPanel, kOpen},
      {"look", "Look", Controls, drawLookPanel},
      {"recording", "Pictures and films", Controls, drawRecordingPanel},
      {"sort", "Algorithm", Controls, drawSortPanel},
      {"statistics", "Speed", Measurements, statisticsPanel()},
      {"plots", "Plots", Measurements, drawPlotsPanel, kOpen},
      {"explained",
       "The algorithm explained",
       Floating,
       explainedPanel(),
       kClosed,
       "A",
       50.0F,
       34.0F,
       {},
       true},
      {"textures", "Textures of the fluid", Floating, texturesPanel(), kClosed, "T", 44.0F, 44.0F},
      galleryPanel(),
      {"help", "Keys and mouse", Floating, drawHelp, kClosed, "F1 or H or ?", 36.0F, 52.0F},
  };
}

void openPanels(Layout& layout, const std::vector<std::string>& names) {
  const auto isNamed = [&](const Panel& panel) {
    return std::ranges::find(names, panel.name) != names.end();
  };
  for (Panel& panel : layout.panels) panel.open |= isNamed(panel);
  const auto bringUp = [&](PanelPlace place) {
    const auto isFirst = [&](const Panel& panel) { return panel.place == place && isNamed(panel); };
    const auto first = std::ranges::find_if(layout.panels, isFirst);
    if (first == layout.panels.end()) return false;
    return first->comesToTop = true;
  };
  const bool controls = bringUp(PanelPlace::Controls);
  const bool measurements = bringUp(PanelPlace::Measurements);
  layout.measurementsInFront = measurements && !controls;
  if (controls || measurements || std::ranges::find(names, "all") != names.end()) {
    layout.showsControls = layout.showsMeasurements = true;
  }
  layout.showsGui = std::ranges::find(names, "none") == names.end();
}

Panel& panelNamed(Layout& layout, const std::string& name) {
  return *std::ranges::find(layout.panels, name, &Panel::name);
}

void flipSide(Layout& layout, PanelPlace place) {
  const bool measurements = place == PanelPlace::Measurements;
  bool& shown = measurements ? layout.showsMeasurements : layout.showsControls;
  const bool isBehind = isNarrow() && layout.showsControls && layout.showsMeasurements &&
                        layout.measurementsInFront != measurements;
  if (!isBehind) shown = !shown;
  layout.measurementsInFront = measurements && shown;
}

PictureArea drawPanels(DemoState& state, const glm::ivec2& pixels) {
  const ImGuiIO& io = ImGui::GetIO();
  // A show may change the look, which panels, legend and fluid must show alike.
  for (const auto& show : state.shows) show->update(state, io.DeltaTime);
  WorkArea free;
  float toolbarEnd = 0.0F;
  const bool slim = isSlim(state);
  if (slim) {
    drawBar(state);
    drawDrawer(state, free);
  } else if (state.showsGui) {
    if (state.hasDrawers()) drawDrawer(state, free);
    const bool tabs = isNarrow() && state.showsControls && state.showsMeasurements;
    if (state.showsControls && !(tabs && state.measurementsInFront)) {
      drawSide(state, PanelPlace::Controls, free, tabs);
    }
    if (state.showsMeasurements && !(tabs && !state.measurementsInFront)) {
      drawSide(state, PanelPlace::Measurements, free, tabs);
    }
    // A show explains the fluid, and needs the room and the attention.
    toolbarEnd = state.presentShow() == nullptr ? drawToolbar(state, free) : free.left();
  }
  float cards = free.bottom();
  const float beforeShows = free.right();
  for (const auto& show : state.shows) {
    if (show->isPlaying()) cards = std::min(cards, show->draw(state, free));
  }
  const float left = free.left(), right = free.right();
  const float scale = io.DisplayFramebufferScale.x;
  int x = static_cast<int>(toolbarEnd * scale);
  const int end = static_cast<int>(right * scale);
  if (toolbarEnd > 0.0F)
    x += (end - x) % 2;  // films have even sizes, so the picture gets an even width
  // The picture below the bar also gets an even height.
  const int bar = slim ? 2 * static_cast<int>(0.5F * kBarEnd * ImGui::GetFontSize() * scale) : 0;
  const int below = 2 * static_cast<int>(0.5F * (io.DisplaySize.y - free.bottom()) * scale);
  const PictureArea area{x, below, std::max(1, end - x), std::max(1, pixels.y - bar - below)};
  float bottom = free.bottom();
  glm::vec2 besideHeading(0.0F);
  if (state.showsGui) {
    drawFloatingPanels(state, toolbarEnd, right, area);
    const glm::vec2 corner =
        drawHeading(state, left, right, slim ? kBarEnd * ImGui::GetFontSize() : 0.0F, slim);
    besideHeading = corner + glm::vec2(0.5F * ImGui::GetFontSize(), 0.0F);
    drawPickedCard(state, area, free, right < beforeShows, panelNamed(state, "textures").open);
    bottom -= drawTimeline(state, free);
  }
  bottom = std::min(bottom, cards);
  bottom = std::min(bottom, drawFailure(state, toolbarEnd, right, bottom));
  drawWaiting(state, toolbarEnd, right);
  if (state.showsGui) drawNotices(state, besideHeading, toolbarEnd, right, bottom);
  drawFileDialog(state);
  float headingEnd = kHeadingEnd;
  if (const ImGuiWindow* const card = ImGui::FindWindowByName("tool"); card && card->Active) {
    headingEnd = std::max(headingEnd, (card->Pos.y + card->Size.y) / ImGui::GetFontSize());
  }
  if (isSlim(state)) headingEnd -= kBarEnd;  // the picture begins below the bar
  state.headingEnd = state.showsGui ? headingEnd : 0.0F;
  return area;
}

}  // namespace gpubuck::demo
