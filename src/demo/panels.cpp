#include "demo/panels.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/number.h"
#include "demo/actions.h"
#include "demo/demo.h"
#include "demo/form.h"

namespace gpubuck::demo {

// The contents, in NAME_panel.cpp each; drawHelp in shortcuts.cpp. Those with a state are made.
DrawPanel runPanel();
void drawSortPanel(DemoState& state);
void drawViewPanel(DemoState& state);
DrawPanel physicsPanel();
void drawRecordingPanel(DemoState& state);
DrawPanel statisticsPanel();
void drawPlotsPanel(DemoState& state);
DrawPanel explainedPanel();
DrawPanel texturesPanel();
void drawHelp(DemoState& state);

namespace {

// In em, so that they follow the screen's scale.
constexpr float kControlsWidth = 24.0F;
constexpr float kMeasurementsWidth = 26.0F;
constexpr float kFailureWidth = 34.0F;
// The least width of a window over the fluid when it opens.
constexpr float kLeastFloating = 24.0F;
// A side panel takes at most this share of a narrow window.
constexpr float kMostShare = 0.42F;
// In a narrower window the measurements are left out, to leave room for the fluid.
constexpr float kBothPanelsFrom = 86.0F;

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr ImGuiWindowFlags kLabel = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize |
                                    ImGuiWindowFlags_NoFocusOnAppearing |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

float panelWidth(float em) {
  return std::min(em * ImGui::GetFontSize(), kMostShare * ImGui::GetIO().DisplaySize.x);
}

/// The panels at one side of the window.
void drawSide(DemoState& state, PanelPlace place, float x, float width) {
  ImGui::SetNextWindowPos({x, 0.0F});
  ImGui::SetNextWindowSize({width, ImGui::GetIO().DisplaySize.y});
  ImGui::Begin(place == PanelPlace::Controls ? "Controls" : "Measurements", nullptr, kFixed);
  for (Panel& panel : state.panels) {
    if (panel.place != place) continue;
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

/// The windows over the fluid, which lies between `left` and `right`.
void drawFloating(DemoState& state, float left, float right) {
  const float em = ImGui::GetFontSize();
  float inset = 0.5F * em;  // each a little lower and further to the right
  for (Panel& panel : state.panels) {
    if (panel.place != PanelPlace::Floating) continue;
    const ImVec2 corner(left + inset, 4.0F * em + inset);
    inset += 1.5F * em;
    if (!panel.open) continue;
    const float width = std::min(panel.width * em, right - corner.x - em);
    const float height = ImGui::GetIO().DisplaySize.y - corner.y - em;
    ImGui::SetNextWindowPos(corner, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(
        {std::max(width, kLeastFloating * em), std::min(panel.height * em, height)},
        ImGuiCond_FirstUseEver);
    if (ImGui::Begin(panel.title.c_str(), &panel.open)) panel.draw(state);
    ImGui::End();
  }
}

/// Text over the fluid, which has to be readable.
void beginLabel(const char* name, const ImVec2& place, const ImVec2& pivot) {
  ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowBgAlpha(0.75F);
  ImGui::Begin(name, nullptr, kLabel);
}

/// The scenario and its speed, above the fluid.
void drawHeading(DemoState& state, float left) {
  FluidSession& session = state.session;
  dpd::Simulation& fluid = session.simulation();
  const float margin = 0.5F * ImGui::GetFontSize();
  beginLabel("heading", {left + margin, margin}, {0.0F, 0.0F});
  ImGui::TextUnformatted(fmt::format("{}   {} particles, {} engine", session.scenario().name,
                                     groupDigits(fluid.count()),
                                     session.engine() == texel::Engine::Fast ? "fast" : "paper")
                             .c_str());
  std::string pace =
      fmt::format("step {}   time {:.2f}", groupDigits(fluid.stepNumber()), fluid.time());
  if (!session.failure().empty()) {
    pace += "   failed";
  } else if (!state.playback.playing) {
    pace += "   paused: Space plays";
  } else {
    const Rates& rates = session.telemetry().rates();
    pace += fmt::format("\n{:.0f} steps/s   {:.3g} M particle-steps/s   {:.0f} pictures/s",
                        rates.steps, rates.particleSteps * 1e-6, rates.frames);
  }
  ImGui::TextDisabled("%s", pace.c_str());
  if (state.recorder.recording()) {
    ImGui::TextColored({1.0F, 0.35F, 0.3F, 1.0F}, "● recording, %lld frames",
                       static_cast<long long>(state.recorder.frames()));
  }
  ImGui::End();
}

/// What has become of a fluid that failed, and the ways on. Stands until one of them is taken.
void drawFailure(DemoState& state, float left, float right) {
  const std::string& reason = state.session.failure();
  if (reason.empty()) return;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5F * (left + right), 0.3F * ImGui::GetIO().DisplaySize.y},
                          ImGuiCond_Always, {0.5F, 0.0F});
  ImGui::SetNextWindowSize({std::min(kFailureWidth * em, right - left - em), 0.0F});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, {0.55F, 0.11F, 0.08F, 0.97F});
  ImGui::PushStyleColor(ImGuiCol_Button, {0.36F, 0.05F, 0.04F, 1.0F});
  ImGui::Begin("failure", nullptr, kFixed | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::TextUnformatted("The fluid has failed.");
  markWidget("failure");
  paragraph(reason);
  ImGui::Spacing();
  const auto step = state.session.lastGoodStep();
  if (button({"failure/back", "Back to the last good state",
              step ? fmt::format("Step {}, with the values of then; the fluid waits there.",
                                 groupDigits(*step))
                   : "",
              step ? "" : "the fluid failed before a state was kept"})) {
    goBack(state);
  }
  const std::string whyNot = whyNotAsOpened(state);
  ImGui::SameLine();
  if (button({"failure/opened", "Scenario's values",
              "From step 0 with the values that the scenario was opened with.", whyNot})) {
    restartAsOpened(state);
  }
  if (!step && !whyNot.empty()) {
    paragraph(
        "It failed with the scenario's own values. Change one of them under Physics, such "
        "as the time step, and press R.");
  } else {
    paragraph(
        "Or change a value under Physics, and press R: it begins at step 0 with the values "
        "of then.");
  }
  ImGui::End();
  ImGui::PopStyleColor(2);
}

void drawNotices(DemoState& state, float left, float right) {
  const auto& notices = state.journal.notices();
  if (notices.empty()) return;
  const float margin = ImGui::GetFontSize();
  beginLabel("notices", {left + margin, ImGui::GetIO().DisplaySize.y - margin}, {0.0F, 1.0F});
  ImGui::PushTextWrapPos(std::max(right - left - 3.0F * margin, 10.0F * margin));
  for (const Notice& notice : notices) {
    (notice.error ? errorParagraph : paragraph)(notice.text);
  }
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace

std::vector<Panel> makePanels() {
  using enum PanelPlace;
  constexpr bool kOpen = true, kClosed = false;
  return {
      {"run", "Run", Controls, runPanel(), kOpen},
      {"sort", "Sort", Controls, drawSortPanel, kOpen},
      {"view", "View", Controls, drawViewPanel},
      {"physics", "Physics", Controls, physicsPanel()},
      {"recording", "Pictures and films", Controls, drawRecordingPanel},
      {"statistics", "Speed and sort", Measurements, statisticsPanel(), kOpen},
      {"plots", "Plots", Measurements, drawPlotsPanel, kOpen},
      {"explained", "The algorithm explained", Floating, explainedPanel(), kClosed, "A", 50.0F,
       44.0F},
      {"textures", "Textures of the fluid", Floating, texturesPanel(), kClosed, "T", 44.0F, 44.0F},
      {"help", "Keys and mouse", Floating, drawHelp, kClosed, "F1 or H", 36.0F, 52.0F},
  };
}

std::vector<std::string> panelNames() {
  std::vector<std::string> names;
  for (const Panel& panel : makePanels()) names.push_back(panel.name);
  return names;
}

render::Viewport drawPanels(DemoState& state, const glm::ivec2& pixels) {
  const ImGuiIO& io = ImGui::GetIO();
  float left = 0.0F;
  float right = io.DisplaySize.x;
  if (state.showsGui) {
    if (state.showsControls) {
      left = panelWidth(kControlsWidth);
      drawSide(state, PanelPlace::Controls, 0.0F, left);
    }
    if (state.showsMeasurements && right >= kBothPanelsFrom * ImGui::GetFontSize()) {
      const float width = panelWidth(kMeasurementsWidth);
      right -= width;
      drawSide(state, PanelPlace::Measurements, right, width);
    }
    drawFloating(state, left, right);
    drawHeading(state, left);
    drawNotices(state, left, right);
  }
  drawFailure(state, left, right);
  const float scale = io.DisplayFramebufferScale.x;
  const int x = static_cast<int>(left * scale);
  return {x, 0, std::max(1, static_cast<int>(right * scale) - x), std::max(1, pixels.y)};
}

}  // namespace gpubuck::demo
