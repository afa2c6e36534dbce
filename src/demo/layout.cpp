#include "demo/layout.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/number.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

// In em, so that they follow the screen's scale.
constexpr float kControlsWidth = 24.0F;
constexpr float kMeasurementsWidth = 26.0F;
// The least width of a window over the fluid when it opens.
constexpr float kLeastFloating = 24.0F;
// A side panel takes at most this share of a narrow window.
constexpr float kMostShare = 0.42F;
// In a narrower window the measurements are left out, to leave room for the fluid.
constexpr float kBothPanelsFrom = 86.0F;

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;
// Text over the fluid has to be readable.
constexpr float kLabelOpacity = 0.75F;
constexpr ImGuiWindowFlags kLabel = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize |
                                    ImGuiWindowFlags_NoFocusOnAppearing |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

float panelWidth(float letters) {
  return std::min(letters * ImGui::GetFontSize(), kMostShare * ImGui::GetIO().DisplaySize.x);
}

void place(float x, float width) {
  ImGui::SetNextWindowPos(ImVec2(x, 0.0F));
  ImGui::SetNextWindowSize(ImVec2(width, ImGui::GetIO().DisplaySize.y));
}

/// The sections at one side of the window.
void drawSections(DemoState& state, PanelPlace place) {
  for (Panel& panel : state.panels) {
    if (panel.place != place) continue;
    ImGui::SetNextItemOpen(panel.open);
    panel.open = ImGui::CollapsingHeader(panel.title.c_str());
    markWidget(panel.mark().c_str());
    if (panel.open) panel.draw(state);
  }
}

void drawControls(DemoState& state) {
  drawSections(state, PanelPlace::Controls);
  ImGui::Spacing();
  for (Panel& panel : state.panels) {
    if (panel.place != PanelPlace::Floating) continue;
    ImGui::Checkbox(fmt::format("{} ({})", panel.title, panel.keys).c_str(), &panel.open);
    markWidget(panel.mark().c_str());
  }
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
        ImVec2(std::max(width, kLeastFloating * em), std::min(panel.height * em, height)),
        ImGuiCond_FirstUseEver);
    if (ImGui::Begin(panel.title.c_str(), &panel.open)) panel.draw(state);
    ImGui::End();
  }
}

/// The scenario and its speed, above the fluid.
void drawHeading(DemoState& state, float x) {
  FluidSession& session = state.session;
  dpd::Simulation& fluid = session.simulation();
  const Telemetry& telemetry = session.telemetry();
  const float margin = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(x + margin / 2.0F, margin / 2.0F));
  ImGui::SetNextWindowBgAlpha(kLabelOpacity);
  ImGui::Begin("heading", nullptr, kLabel);
  ImGui::TextUnformatted(fmt::format("{}   {} particles, {} engine", session.scenario().name,
                                     groupDigits(fluid.count()),
                                     session.engine() == texel::Engine::Fast ? "fast" : "paper")
                             .c_str());
  std::string pace =
      fmt::format("step {}   time {:.2f}", groupDigits(fluid.stepNumber()), fluid.time());
  if (!session.failure().empty()) {
    pace += "   failed: R restarts";
  } else if (!state.playback.playing) {
    pace += "   paused: Space plays";
  } else {
    pace += fmt::format("\n{:.0f} steps/s   {:.3g} M particle-steps/s   {:.0f} pictures/s",
                        telemetry.stepsPerSecond(), telemetry.particleStepsPerSecond() * 1e-6,
                        telemetry.framesPerSecond());
  }
  ImGui::TextDisabled("%s", pace.c_str());
  if (state.recorder.recording()) {
    ImGui::TextColored(ImVec4(1.0F, 0.35F, 0.3F, 1.0F), "● recording, %lld frames",
                       static_cast<long long>(state.recorder.frames()));
  }
  ImGui::End();
}

void drawNotices(DemoState& state, float left, float right) {
  const auto& notices = state.journal.notices();
  if (notices.empty()) return;
  const float margin = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(left + margin, ImGui::GetIO().DisplaySize.y - margin),
                          ImGuiCond_Always, ImVec2(0.0F, 1.0F));
  ImGui::SetNextWindowBgAlpha(kLabelOpacity);
  ImGui::Begin("notices", nullptr, kLabel);
  ImGui::PushTextWrapPos(std::max(right - left - 3.0F * margin, 10.0F * margin));
  for (const Notice& notice : notices) {
    const ImVec4 colour =
        notice.error ? ImVec4(1.0F, 0.55F, 0.45F, 1.0F) : ImGui::GetStyleColorVec4(ImGuiCol_Text);
    ImGui::TextColored(colour, "%s", notice.text.c_str());
  }
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace

PictureArea drawLayout(DemoState& state, const glm::ivec2& pixels) {
  const ImGuiIO& io = ImGui::GetIO();
  float left = 0.0F;
  float right = io.DisplaySize.x;
  if (state.shown.gui) {
    if (state.shown.controls) {
      left = panelWidth(kControlsWidth);
      place(0.0F, left);
      ImGui::Begin("Controls", nullptr, kFixed);
      drawControls(state);
      ImGui::End();
    }
    if (state.shown.measurements && right >= kBothPanelsFrom * ImGui::GetFontSize()) {
      const float width = panelWidth(kMeasurementsWidth);
      right -= width;
      place(right, width);
      ImGui::Begin("Measurements", nullptr, kFixed);
      drawSections(state, PanelPlace::Measurements);
      ImGui::End();
    }
    drawFloating(state, left, right);
    drawHeading(state, left);
    drawNotices(state, left, right);
  }
  const float scale = io.DisplayFramebufferScale.x;
  const int x = static_cast<int>(left * scale);
  return {x, 0, std::max(1, static_cast<int>(right * scale) - x), std::max(1, pixels.y)};
}

}  // namespace gpubuck::demo
