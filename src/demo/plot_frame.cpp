#include "demo/plot_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/vec3.hpp>

#include "demo/widget_map.h"
#include "render/ramp.h"

namespace gpubuck::demo {
namespace {

constexpr std::array<ImU32, 6> kSeriesColours{
    IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),   IM_COL32(0, 180, 130, 255),
    IM_COL32(240, 228, 66, 255), IM_COL32(214, 134, 179, 255), IM_COL32(225, 105, 20, 255)};

double stepOf(const std::vector<double>& ticks) {
  return ticks.size() > 1 ? ticks[1] - ticks[0] : std::max(std::abs(ticks[0]), 1e-300);
}

float widest(const std::vector<double>& ticks) {
  float width = 0.0F;
  for (const double tick : ticks) {
    width = std::max(width, ImGui::CalcTextSize(tickText(tick, stepOf(ticks)).c_str()).x);
  }
  return width;
}

}  // namespace

ImU32 seriesColour(std::size_t n) { return kSeriesColours[n % kSeriesColours.size()]; }

ImU32 partColour(int n, int count) {
  constexpr float kDarkest = 0.2F;  // of the ramp: less does not stand out from the background
  const float share = static_cast<float>(n) / static_cast<float>(std::max(count - 1, 1));
  const glm::vec3 colour =
      render::rampColour(count > 1 ? kDarkest + (1.0F - kDarkest) * share : 0.45F);
  return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, 1.0F});
}

PlotFrame::PlotFrame(const std::string& id, const Axes& axes, float lines)
    : axes_(axes), canvas_(ImGui::GetWindowDrawList()) {
  const float em = ImGui::GetFontSize();
  lineWidth_ = std::max(1.0F, em / 10.0F);
  const std::vector<double> yTicks = niceTicks(axes.y.low, axes.y.high, static_cast<int>(lines));
  // The same margin for most plots, so that they line up below each other.
  const float left = std::max(3.2F * em, widest(yTicks) + 0.6F * em);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, left + 4.0F * em);
  const float height = lines * em;
  topLeft_ = {corner.x + left, corner.y + 0.4F * em};
  bottomRight_ = {corner.x + width - 0.3F * em, topLeft_.y + height};

  ImGui::InvisibleButton(id.c_str(), {width, height + 1.9F * em});
  markWidget(id.c_str());
  hovered_ = ImGui::IsItemHovered();
  canvas_->AddRectFilled(topLeft_, bottomRight_, ImGui::GetColorU32(ImGuiCol_FrameBg));
  if (!yTicks.empty()) drawNumbers(yTicks);
  canvas_->PushClipRect({topLeft_.x - 1.0F, topLeft_.y - 1.0F},
                        {bottomRight_.x + 1.0F, bottomRight_.y + 1.0F}, true);
}

PlotFrame::~PlotFrame() { canvas_->PopClipRect(); }

void PlotFrame::drawNumbers(const std::vector<double>& yTicks) {
  const float em = ImGui::GetFontSize();
  const ImU32 text = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const ImU32 grid = ImGui::GetColorU32(ImGuiCol_Text, 0.12F);
  for (const double tick : yTicks) {
    const float y = at(axes_.x.low, tick).y;
    const std::string label = tickText(tick, stepOf(yTicks));
    canvas_->AddLine({topLeft_.x, y}, {bottomRight_.x, y}, grid);
    canvas_->AddText({topLeft_.x - ImGui::CalcTextSize(label.c_str()).x - 0.3F * em, y - em / 2},
                     text, label.c_str());
  }

  const float nameLeft = bottomRight_.x - ImGui::CalcTextSize(axes_.xName.c_str()).x;
  const float below = bottomRight_.y + 0.2F * em;
  canvas_->AddText({nameLeft, below}, text, axes_.xName.c_str());
  const std::vector<double> xTicks =
      niceTicks(axes_.x.low, axes_.x.high, static_cast<int>(width() / (4.0F * em)));
  for (const double tick : xTicks) {
    if (axes_.wholeX && tick != std::round(tick)) continue;
    const float x = at(tick, axes_.y.low).x;
    const std::string label = tickText(tick, stepOf(xTicks));
    const float half = ImGui::CalcTextSize(label.c_str()).x / 2;
    canvas_->AddLine({x, topLeft_.y}, {x, bottomRight_.y}, grid);
    if (x + half + 0.5F * em < nameLeft) canvas_->AddText({x - half, below}, text, label.c_str());
  }
}

ImVec2 PlotFrame::at(double x, double y) const {
  const auto share = [](double value, const Range& range) {
    return static_cast<float>((value - range.low) / range.width());
  };
  return {topLeft_.x + share(x, axes_.x) * width(),
          bottomRight_.y - share(y, axes_.y) * (bottomRight_.y - topLeft_.y)};
}

std::optional<double> PlotFrame::hoveredX() const {
  const float x = ImGui::GetMousePos().x;
  if (!hovered_ || x < topLeft_.x || x > bottomRight_.x) return std::nullopt;
  return axes_.x.low + (x - topLeft_.x) / width() * axes_.x.width();
}

}  // namespace gpubuck::demo
