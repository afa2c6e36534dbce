#include "demo/ui/panels/heading.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/number.h"
#include "base/text.h"
#include "demo/ui/panels/gallery.h"
#include "demo/view/fluid_view.h"
#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {
namespace {

/// The widest line in common use. The heading is at least as wide as this line, so that its width
/// does not change when its numbers change.
constexpr const char* kUsualLine = "0000 steps/s   00.0 M particle-steps/s   00 pictures/s";

constexpr const char* kPaused = "paused (Space: play)";

struct HeadingLine {
  std::string text;
  ImVec4 colour;
};

}  // namespace

std::string stepRateText(double perSecond) {
  if (perSecond <= 0.0) return "- steps/s";
  if (perSecond >= 10.0) return fmt::format("{:.0f} steps/s", perSecond);
  if (perSecond >= 1.0) return fmt::format("{:.1f} steps/s", perSecond);
  const double seconds = 1.0 / perSecond;
  return fmt::format("{:.{}f} s per step", seconds, seconds < 10.0 ? 1 : 0);
}

std::string slowFluidHint(double stepSeconds) {
  constexpr double kLeastRate = 30.0;
  if (stepSeconds * kLeastRate <= 1.0) return "";
  return stepRateText(1.0 / stepSeconds) + "; a smaller box is faster (Physics, Needs a restart)";
}

std::string titleOf(FluidSession& session) {
  const std::int64_t count = session.simulation().count();
  return fmt::format("{}   {} {}", titleOf(session.scenario().name), groupDigits(count),
                     plural(count, "particle"));
}

std::vector<std::string> headingOf(Display& display) {
  FluidSession& session = display.session;
  dpd::Simulation& fluid = session.simulation();
  std::vector<std::string> lines{
      fmt::format("{}, {} engine", titleOf(session),
                  session.engine() == texel::Engine::Fast ? "fast" : "paper")};
  if (!session.failure().empty()) {
    lines.push_back(fmt::format("failed at step {}", groupDigits(session.failedStep())));
    return lines;
  }
  lines.push_back(
      fmt::format("step {}   time {:.2f}", groupDigits(fluid.stepNumber()), fluid.time()));
  if (!display.playback.playing) {
    lines.emplace_back(kPaused);
  } else if (const auto& rates = session.telemetry().rates()) {
    lines.push_back(fmt::format("{}   {:.3g} M particle-steps/s   {:.{}f} pictures/s",
                                stepRateText(rates->steps), rates->particleSteps * 1e-6,
                                rates->frames, rates->frames < 9.5 ? 1 : 0));
  } else {
    lines.emplace_back("- steps/s   - M particle-steps/s   - pictures/s");
  }
  return lines;
}

std::string shortHeadingOf(Display& display) {
  const bool isPaused = !display.playback.playing && display.session.failure().empty();
  return titleOf(display.session) + (isPaused ? fmt::format("   {}", kPaused) : "");
}

glm::vec2 drawHeading(Workspace& state, float left, float right, float top, bool isShort) {
  std::vector<HeadingLine> lines;
  // The contrast is higher than for disabled text, because a fluid of any colour shines through.
  const float grey = isLightTheme() ? 0.25F : 0.75F;
  const ImVec4 dim(grey, grey, grey, 1.0F);
  const std::vector<std::string> texts =
      isShort ? std::vector{shortHeadingOf(state)} : headingOf(state);
  for (const std::string& text : texts) {
    lines.push_back({text, lines.empty() ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : dim});
  }
  if (const double degrees = tippedBy(state); degrees > 0.0) {
    lines.push_back({fmt::format("tipped {:.0f}° (Home: upright)", degrees), dim});
  }
  const std::int64_t frames = state.recorder.frames();
  if (state.recorder.recording()) {
    lines.push_back({fmt::format("● recording, {} {}", frames, plural(frames, "frame")),
                     ImGui::ColorConvertU32ToFloat4(legible(kAlarm))});
  } else if (state.recorder.completing()) {
    lines.push_back({"finishing the film", ImGui::GetStyleColorVec4(ImGuiCol_Text)});
  }
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = 0.5F * ImGui::GetFontSize();
  const float room = right - left - 2.0F * (margin + style.WindowPadding.x);
  const float usual = isShort ? 0.0F : ImGui::CalcTextSize(kUsualLine).x;
  ImVec2 size{std::min(usual, room), -style.ItemSpacing.y};
  for (HeadingLine& line : lines) {
    line.text = wrapped(line.text, room);
    const ImVec2 text = ImGui::CalcTextSize(line.text.c_str());
    size = {std::max(size.x, text.x), size.y + text.y + style.ItemSpacing.y};
  }
  beginLabel("heading", {left + margin, top + margin}, {0.0F, 0.0F}, size);
  for (const HeadingLine& line : lines) {
    ImGui::TextColored(line.colour, "%s", line.text.c_str());
    markWidget("heading");
  }
  const ImVec2 corner = ImGui::GetWindowPos(), whole = ImGui::GetWindowSize();
  ImGui::End();
  return {corner.x + whole.x, corner.y};
}

}  // namespace gpubuck::demo
