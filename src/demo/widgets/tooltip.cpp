#include "demo/widgets/tooltip.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "demo/widgets/form.h"

namespace gpubuck::demo {
namespace {

constexpr float kTooltipWidth = 30.0F;  // em
constexpr float kLeastTooltip = 10.0F;  // em, next to a panel
constexpr double kTooltipDelay = 0.5;   // seconds

/// The item under the pointer, whose tooltip waits until the pointer has been there for a while.
class Hovered {
 public:
  /// To be called after the item. Returns whether the pointer has rested on it for long enough.
  bool rest() {
    const ImVec2 corner = ImGui::GetItemRectMin();
    const int frame = ImGui::GetFrameCount();
    const bool isSame =
        corner.x == corner_.x && corner.y == corner_.y && (frame == frame_ || frame == frame_ + 1);
    if (!isSame) {
      since_ = ImGui::GetTime();
      due_ = Clock::now() + std::chrono::milliseconds(std::llround(1e3 * kTooltipDelay));
    }
    corner_ = corner;
    frame_ = frame;
    const bool isDue = ImGui::GetTime() - since_ >= kTooltipDelay;
    if (isDue) due_.reset();
    return isDue;
  }

  std::optional<Clock::time_point> due() const {
    const bool isPresent = ImGui::GetFrameCount() <= frame_ + 1;
    return isPresent ? due_ : std::nullopt;
  }

 private:
  ImVec2 corner_;
  int frame_ = -2;      ///< the last picture with the pointer over it
  double since_ = 0.0;  ///< ImGui's time of the first one
  std::optional<Clock::time_point> due_;
};
Hovered hovered;

/// Shows a text next to the present panel, at the height of the item: it covers neither what the
/// user reads nor the next widgets. Without room there it is below the item.
void showTooltip(const std::string& text) {
  const ImGuiWindow& panel = *ImGui::GetCurrentWindow()->RootWindow;
  const ImVec2 screen = ImGui::GetIO().DisplaySize, padding = ImGui::GetStyle().WindowPadding;
  const float em = ImGui::GetFontSize(), gap = 0.3F * em;
  const auto fitting = [&](float room) {
    return std::min(kTooltipWidth * em, room - 2.0F * (gap + padding.x));
  };
  const float before = panel.Pos.x, after = screen.x - panel.Pos.x - panel.Size.x;
  const bool isAfter = fitting(after) >= fitting(before);
  const bool isBeside = fitting(std::max(before, after)) >= kLeastTooltip * em;
  const std::string lines = wrapped(text, fitting(isBeside ? std::max(before, after) : screen.x));
  const ImVec2 inside = ImGui::CalcTextSize(lines.c_str());
  const ImVec2 size(inside.x + 2.0F * padding.x, inside.y + 2.0F * padding.y);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImVec2 place(isAfter ? panel.Pos.x + panel.Size.x + gap : before - gap - size.x, low.y);
  if (!isBeside) {
    const bool fits = high.y + gap + size.y <= screen.y;
    place = ImVec2(std::min(low.x, screen.x - size.x), fits ? high.y + gap : low.y - gap - size.y);
  }
  ImGui::SetNextWindowPos(
      {std::max(place.x, 0.0F), std::clamp(place.y, 0.0F, std::max(0.0F, screen.y - size.y))});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);  // also for a widget that is greyed out
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(lines.c_str());
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

}  // namespace

void tooltip(const std::string& text) {
  // While a button is down the user drags, and a tooltip would hide the effect.
  if (text.empty() || ImGui::IsMouseDown(ImGuiMouseButton_Left) ||
      !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    return;
  }
  if (hovered.rest()) showTooltip(text);
}

void readout(const std::string& text) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(wrapped(text, ImGui::GetFontSize() * kTooltipWidth).c_str());
  ImGui::EndTooltip();
}

std::optional<Clock::time_point> tooltipDue() { return hovered.due(); }

}  // namespace gpubuck::demo
