#include "demo/widgets/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <numeric>

#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

constexpr std::array<ImU32, 6> kSeriesColours{
    IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),   IM_COL32(0, 180, 130, 255),
    IM_COL32(240, 228, 66, 255), IM_COL32(214, 134, 179, 255), IM_COL32(225, 105, 20, 255)};

constexpr float kLines = 6.0F;      // height of a plot in lines of text
constexpr float kLeastBar = 0.15F;  // least height of a bar of a value above 0, em

/// Returns the colour of part n of `count` ordered parts: from orange towards the colour of text,
/// or in the light theme, where the orange is dark, towards blue. The fluid's ramp would suggest
/// that the parts are the places or rounds that the fluid shows.
ImU32 partColour(int n, int count) {
  if (count == 1) return legible(toImGui(render::rampColour(0.35F)), ImGuiCol_FrameBg);
  const ImVec4 first = ImGui::ColorConvertU32ToFloat4(seriesColour(1));
  const ImVec4 end = isLightTheme() ? ImGui::ColorConvertU32ToFloat4(seriesColour(0))
                                    : ImGui::GetStyleColorVec4(ImGuiCol_Text);
  const float share = 0.9F * static_cast<float>(n) / static_cast<float>(count - 1);
  return toImGui(
      glm::mix(glm::vec3(first.x, first.y, first.z), glm::vec3(end.x, end.y, end.z), share));
}

std::string valueOrDash(double value) { return std::isfinite(value) ? valueText(value) : "-"; }

/// The common frame of all plots: a rectangle with axes, numbers and a grid, and the place of the
/// pointer on it. The frame is as wide as the rest of the line. Until the frame is destroyed, all
/// drawing is clipped to the rectangle.
class PlotFrame {
 public:
  /// `id` names the plot in ImGui and for markWidget. If `wholeX`, the x axis has ticks only at
  /// whole numbers.
  PlotFrame(const std::string& id, const Range& x, const Range& y, const std::string& xName,
            bool wholeX = false)
      : x_(x), y_(y) {
    const float em = ImGui::GetFontSize();
    const std::vector<double> yTicks = niceTicks(y.low, y.high, static_cast<int>(kLines));
    // Most plots have the same margin, so that they are aligned.
    float left = 3.2F * em;
    for (const std::string& text : tickTexts(yTicks)) {
      left = std::max(left, textWidth(text) + 0.6F * em);
    }
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float whole = std::max(ImGui::GetContentRegionAvail().x, left + 4.0F * em);
    topLeft = {corner.x + left, corner.y + 0.4F * em};
    bottomRight = {corner.x + whole - 0.3F * em, topLeft.y + kLines * em};

    ImGui::InvisibleButton(id.c_str(), {whole, (kLines + 1.9F) * em});
    markWidget(id.c_str());
    hovered_ = ImGui::IsItemHovered();
    canvas.AddRectFilled(topLeft, bottomRight, ImGui::GetColorU32(ImGuiCol_FrameBg));
    if (!yTicks.empty()) drawNumbers(yTicks, xName, wholeX);
    canvas.PushClipRect({topLeft.x - 1.0F, topLeft.y - 1.0F},
                        {bottomRight.x + 1.0F, bottomRight.y + 1.0F}, true);
  }
  ~PlotFrame() { canvas.PopClipRect(); }
  PlotFrame(const PlotFrame&) = delete;
  PlotFrame& operator=(const PlotFrame&) = delete;

  /// Returns the pixel of a value. If the range has only one value, the pixel is in the middle.
  ImVec2 at(double x, double y) const {
    const auto share = [](double value, const Range& range) {
      return range.width() == 0.0 ? 0.5F : static_cast<float>((value - range.low) / range.width());
    };
    return {topLeft.x + share(x, x_) * width(),
            bottomRight.y - share(y, y_) * (bottomRight.y - topLeft.y)};
  }
  /// Returns the x under the pointer, or an empty optional if the pointer is not over the plot.
  std::optional<double> hoveredX() const {
    const float x = ImGui::GetMousePos().x;
    if (!hovered_ || x < topLeft.x || x > bottomRight.x) return std::nullopt;
    return x_.low + (x - topLeft.x) / width() * x_.width();
  }
  float width() const { return bottomRight.x - topLeft.x; }

  void drawDot(const ImVec2& centre, float lineWidths, ImU32 colour) const {
    canvas.AddCircleFilled(centre, lineWidths * lineWidth, colour, 12);
  }
  void drawLine(const std::vector<ImVec2>& points, ImU32 colour) const {
    canvas.AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, lineWidth);
  }

  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  ImVec2 topLeft, bottomRight;
  const float lineWidth = std::max(1.0F, ImGui::GetFontSize() / 10.0F);

 private:
  void drawNumbers(const std::vector<double>& yTicks, const std::string& xName, bool wholeX) {
    const float em = ImGui::GetFontSize();
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const ImU32 grid = ImGui::GetColorU32(ImGuiCol_Text, 0.12F);
    const std::vector<std::string> yTexts = tickTexts(yTicks);
    for (std::size_t k = 0; k < yTicks.size(); ++k) {
      const float y = at(x_.low, yTicks[k]).y;
      canvas.AddLine({topLeft.x, y}, {bottomRight.x, y}, grid);
      canvas.AddText({topLeft.x - textWidth(yTexts[k]) - 0.3F * em, y - em / 2}, text,
                     yTexts[k].c_str());
    }
    const float nameLeft = bottomRight.x - textWidth(xName);
    const float below = bottomRight.y + 0.2F * em;
    canvas.AddText({nameLeft, below}, text, xName.c_str());
    const auto xTicks = niceTicks(x_.low, x_.high, static_cast<int>(width() / (4.0F * em)));
    const std::vector<std::string> xTexts = tickTexts(xTicks);
    for (std::size_t k = 0; k < xTicks.size(); ++k) {
      if (wholeX && xTicks[k] != std::round(xTicks[k])) continue;
      const float x = at(xTicks[k], y_.low).x;
      const float half = textWidth(xTexts[k]) / 2;
      canvas.AddLine({x, topLeft.y}, {x, bottomRight.y}, grid);
      if (x + half + 0.5F * em >= nameLeft) continue;
      canvas.AddText({x - half, below}, text, xTexts[k].c_str());
    }
  }

  Range x_, y_;
  bool hovered_ = false;
};

void drawSwatch(const ImVec2& corner, ImU32 colour) {
  const float em = ImGui::GetFontSize();
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.15F * em},
                                            {corner.x + 0.7F * em, corner.y + 0.85F * em}, colour,
                                            0.15F * em);
}

/// Draws a line of a tooltip: a coloured square, and a text.
void swatchText(ImU32 colour, const std::string& text) {
  drawSwatch(ImGui::GetCursorScreenPos(), colour);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetFontSize());
  ImGui::TextUnformatted(text.c_str());
}

/// Returns the flag that tells whether the user has hidden line `index` of the plot.
bool& isHidden(const LinePlot& plot, std::size_t index) {
  const std::string name = plot.id + "/" + plot.series[index].name;
  return *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(name.c_str()));
}

void drawDashes(ImDrawList& canvas, float left, float right, float y) {
  const float em = ImGui::GetFontSize();
  for (float x = left; x < right; x += 0.4F * em) {
    canvas.AddLine({x, y}, {std::min(x + 0.2F * em, right), y},
                   ImGui::GetColorU32(ImGuiCol_Text, 0.7F), std::max(1.0F, em / 12.0F));
  }
}

/// Draws the legend in columns of equal width, so that nothing moves when numbers get longer or
/// shorter.
void drawLegend(const LinePlot& plot) {
  if (plot.series.size() < 2 && !plot.reference) return;
  const float em = ImGui::GetFontSize();
  const float gap = 0.5F * em;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  float nameWidth = plot.reference ? textWidth(plot.reference->name) : 0.0F;
  for (const Series& series : plot.series) nameWidth = std::max(nameWidth, textWidth(series.name));
  const ImVec2 size{nameWidth + 6.4F * em, 1.3F * em};
  const auto columns = static_cast<std::size_t>(
      std::max(1.0F, (ImGui::GetContentRegionAvail().x + gap) / (size.x + gap)));
  const auto begin = [&](std::size_t entry) {
    if (entry % columns != 0) ImGui::SameLine(0.0F, gap);
    return ImGui::GetCursorScreenPos();
  };
  const auto write = [&](const ImVec2& corner, const std::string& name, double value,
                         ImGuiCol colour) {
    const ImU32 ink = ImGui::GetColorU32(colour);
    canvas.AddText({corner.x + em, corner.y}, ink, name.c_str());
    canvas.AddText({corner.x + 1.5F * em + nameWidth, corner.y}, ink, valueOrDash(value).c_str());
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0F, 0.0F});
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const auto& [name, values] = plot.series[i];
    const std::string mark = plot.id + "/" + name;
    const ImVec2 corner = begin(i);
    bool& hidden = isHidden(plot, i);
    if (ImGui::InvisibleButton(mark.c_str(), size)) hidden = !hidden;
    markWidget(mark.c_str());
    tooltip(hidden ? "Click to show this line." : "Click to hide this line.");
    const auto latest =
        std::find_if(values.rbegin(), values.rend(), [](double v) { return std::isfinite(v); });
    drawSwatch(corner, hidden ? ImGui::GetColorU32(ImGuiCol_FrameBg) : seriesColour(i));
    write(corner, name, latest == values.rend() ? std::nan("") : *latest,
          hidden ? ImGuiCol_TextDisabled : ImGuiCol_Text);
  }
  if (plot.reference) {
    const ImVec2 corner = begin(plot.series.size());
    ImGui::Dummy(size);
    drawDashes(canvas, corner.x, corner.x + 0.8F * em, corner.y + 0.5F * em);
    write(corner, plot.reference->name, plot.reference->value, ImGuiCol_Text);
  }
  ImGui::PopStyleVar();
}

/// Returns the range of the visible lines and the reference, or an empty optional if no line has a
/// value.
std::optional<Range> visibleRange(const LinePlot& plot) {
  std::vector<double> visible;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const std::vector<double>& values = plot.series[i].values;
    if (!isHidden(plot, i)) visible.insert(visible.end(), values.begin(), values.end());
  }
  const std::optional<Range> range = rangeOf(visible);
  if (!range || !plot.reference) return range;
  return rangeOf(std::array{range->low, range->high, plot.reference->value});
}

void drawSeries(const PlotFrame& frame, const LinePlot& plot, std::size_t index) {
  const std::vector<double>& values = plot.series[index].values;
  std::vector<ImVec2> line;
  const auto drawPiece = [&] {
    if (line.size() == 1) frame.drawDot(line[0], 1.0F, seriesColour(index));
    frame.drawLine(line, seriesColour(index));
    line.clear();
  };
  for (const std::size_t i : thinned(plot.x, values, static_cast<int>(frame.width()))) {
    if (std::isfinite(values[i])) {
      line.push_back(frame.at(plot.x[i], values[i]));
    } else {
      drawPiece();
    }
  }
  drawPiece();
}

void drawHover(const PlotFrame& frame, const LinePlot& plot, double under) {
  const auto nearest =
      std::ranges::min_element(plot.x, {}, [&](double x) { return std::abs(x - under); });
  const auto index = static_cast<std::size_t>(nearest - plot.x.begin());
  const float x = frame.at(*nearest, 0.0).x;
  frame.canvas.AddLine({x, frame.topLeft.y}, {x, frame.bottomRight.y},
                       ImGui::GetColorU32(ImGuiCol_Text, 0.5F));
  ImGui::BeginTooltip();
  ImGui::Text("%s %s", plot.xName.c_str(), valueText(*nearest).c_str());
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (isHidden(plot, i)) continue;
    const double value = plot.series[i].values[index];
    swatchText(seriesColour(i), plot.series[i].name + " " + valueOrDash(value));
    if (std::isfinite(value)) frame.drawDot(frame.at(*nearest, value), 2.0F, seriesColour(i));
  }
  ImGui::EndTooltip();
}

double heightOf(const std::vector<BarPart>& bar) {
  return std::accumulate(bar.begin(), bar.end(), 0.0,
                         [](double sum, const BarPart& part) { return sum + part.value; });
}

void drawBar(const PlotFrame& frame, const BarChart& chart, std::size_t index) {
  const double place = chart.first + static_cast<double>(index);
  const float width = frame.at(place + 0.5, 0.0).x - frame.at(place - 0.5, 0.0).x;
  const float gap = width > 4.0F ? 0.1F * width : 0.0F;
  const float least = kLeastBar * ImGui::GetFontSize();
  const bool isPresent = chart.present == chart.first + static_cast<int>(index);
  double foot = 0.0;
  for (const BarPart& part : chart.bars[index]) {
    const ImVec2 low = frame.at(place - 0.5, foot);
    const ImVec2 high = frame.at(place + 0.5, foot + part.value);
    const float top = part.value > 0.0 ? std::min(high.y, low.y - least) : high.y;
    frame.canvas.AddRectFilled(
        {low.x + gap, top}, {high.x - gap, low.y},
        isPresent ? toImGui(render::kSignalColour) : partColour(part.part, chart.parts));
    foot += part.value;
  }
}

void drawComparison(const PlotFrame& frame, const BarChart& chart, std::size_t shown) {
  std::vector<ImVec2> line;
  for (std::size_t i = 0; i < std::min(shown, chart.line.size()); ++i) {
    line.push_back(frame.at(chart.first + static_cast<double>(i), chart.line[i]));
    frame.drawDot(line.back(), 1.5F, seriesColour(1));
  }
  frame.drawLine(line, seriesColour(1));
}

void drawHover(const PlotFrame& frame, const BarChart& chart, std::size_t index) {
  const double place = chart.first + static_cast<double>(index);
  frame.canvas.AddRectFilled({frame.at(place - 0.5, 0.0).x, frame.topLeft.y},
                             {frame.at(place + 0.5, 0.0).x, frame.bottomRight.y},
                             ImGui::GetColorU32(ImGuiCol_Text, 0.15F));
  ImGui::BeginTooltip();
  ImGui::Text("%s %d: %s", chart.xName.c_str(), static_cast<int>(place),
              valueText(heightOf(chart.bars[index])).c_str());
  if (chart.parts > 1) {
    for (const BarPart& part : chart.bars[index]) {
      swatchText(partColour(part.part, chart.parts),
                 fmt::format("{} {}: {}", chart.partName, part.part, valueText(part.value)));
    }
  }
  if (index < chart.line.size()) {
    swatchText(seriesColour(1), chart.lineName + " " + valueText(chart.line[index]));
  }
  ImGui::EndTooltip();
}

/// Draws the colours of the parts, from the first to the last.
void drawPartLegend(const BarChart& chart) {
  const float em = ImGui::GetFontSize();
  ImGui::TextDisabled("%s 0", chart.partName.c_str());
  ImGui::SameLine();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = 8.0F * em / static_cast<float>(chart.parts);
  for (int part = 0; part < chart.parts; ++part) {
    const float left = corner.x + static_cast<float>(part) * width;
    ImGui::GetWindowDrawList()->AddRectFilled({left, corner.y + 0.15F * em},
                                              {left + width, corner.y + 0.85F * em},
                                              partColour(part, chart.parts));
  }
  ImGui::Dummy({8.0F * em, em});
  ImGui::SameLine();
  ImGui::TextDisabled("%d", chart.parts - 1);
}

/// Returns the range from 0 to a tick above the highest bar, so that the axis does not change with
/// each bar.
Range barRange(const BarChart& chart, std::size_t shown) {
  double highest = 0.0;
  for (std::size_t i = 0; i < shown; ++i) {
    highest =
        std::max({highest, heightOf(chart.bars[i]), i < chart.line.size() ? chart.line[i] : 0.0});
  }
  const std::vector<double> ticks = niceTicks(0.0, highest, 5);
  if (ticks.size() < 2) return {0.0, 1.0};
  return {0.0, ticks[1] * std::ceil(highest / ticks[1])};
}

}  // namespace

ImU32 seriesColour(std::size_t n) {
  return legible(kSeriesColours[n % kSeriesColours.size()], ImGuiCol_FrameBg);
}

bool foldingTitle(const std::string& id, const std::string& title, const std::string& value,
                  const std::string& help, bool isOpen) {
  const bool open = ImGui::TreeNodeEx(
      (title + "###" + id + "/fold").c_str(),
      (isOpen ? ImGuiTreeNodeFlags_DefaultOpen : 0) | ImGuiTreeNodeFlags_NoTreePushOnOpen |
          ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_AllowItemOverlap);
  markWidget((id + "/fold").c_str());
  tooltip(help);
  textAtRight(value);
  return open;
}

void drawLinePlot(const LinePlot& plot) {
  drawLegend(plot);
  const Range y = withMargin(visibleRange(plot).value_or(Range{0.0, 1.0}));
  const Range x = rangeOf(plot.x).value_or(Range{});
  const PlotFrame frame(plot.id, x, y, plot.xName);
  if (plot.reference) {
    drawDashes(frame.canvas, frame.topLeft.x, frame.bottomRight.x,
               frame.at(x.low, plot.reference->value).y);
  }
  for (std::size_t i = plot.series.size(); i-- > 0;) {  // the first line is drawn last, on top
    if (!isHidden(plot, i)) drawSeries(frame, plot, i);
  }
  const std::optional<double> hovered = frame.hoveredX();
  if (hovered && !plot.x.empty()) drawHover(frame, plot, *hovered);
}

void drawBarChart(const BarChart& chart) {
  const auto fitting = static_cast<std::size_t>(
      std::max(1.0F, (ImGui::GetContentRegionAvail().x - 4.0F * ImGui::GetFontSize()) / 2.0F));
  const std::size_t shown = std::min(chart.bars.size(), fitting);
  {
    const double left = chart.first - 0.5;
    const Range x{left, left + static_cast<double>(std::max<std::size_t>(shown, 1))};
    const PlotFrame frame(chart.id, x, barRange(chart, shown), chart.xName, true);
    for (std::size_t i = 0; i < shown; ++i) drawBar(frame, chart, i);
    drawComparison(frame, chart, shown);
    const std::optional<double> hovered = frame.hoveredX();
    if (hovered && shown > 0) {
      const auto index = static_cast<std::size_t>(std::max(0.0, *hovered - left));
      drawHover(frame, chart, std::min(index, shown - 1));
    }
  }
  if (chart.parts > 1) drawPartLegend(chart);
  if (shown < chart.bars.size()) {
    ImGui::TextDisabled("showing the first %zu of %zu", shown, chart.bars.size());
  }
}

}  // namespace gpubuck::demo
