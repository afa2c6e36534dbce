#include "demo/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "demo/form.h"
#include "demo/plot_frame.h"
#include "demo/tooltip.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

double latest(const std::vector<double>& values) {
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    if (std::isfinite(*value)) return *value;
  }
  return std::nan("");
}

std::string valueOrDash(double value) { return std::isfinite(value) ? valueText(value) : "-"; }

void drawSwatch(const ImVec2& corner, ImU32 colour) {
  const float em = ImGui::GetFontSize();
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.15F * em},
                                            {corner.x + 0.7F * em, corner.y + 0.85F * em}, colour,
                                            0.15F * em);
}

/// A line of a tooltip.
void swatchText(ImU32 colour, const std::string& text) {
  drawSwatch(ImGui::GetCursorScreenPos(), colour);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetFontSize());
  ImGui::TextUnformatted(text.c_str());
}

/// Whether the user has hidden line `index` of the plot.
bool& isHidden(const LinePlot& plot, std::size_t index) {
  const std::string name = plot.id + "/" + plot.series[index].name;
  return *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(name.c_str()));
}

ImU32 referenceColour() { return ImGui::GetColorU32(ImGuiCol_Text, 0.7F); }

void drawDashes(ImDrawList& canvas, float left, float right, float y) {
  const float em = ImGui::GetFontSize();
  for (float x = left; x < right; x += 0.4F * em) {
    canvas.AddLine({x, y}, {std::min(x + 0.2F * em, right), y}, referenceColour(),
                   std::max(1.0F, em / 12.0F));
  }
}

/// Entries in columns of equal width, so that nothing moves when numbers get longer or shorter.
void drawLegend(const LinePlot& plot) {
  if (plot.series.size() < 2 && !plot.reference) return;
  const float em = ImGui::GetFontSize();
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const auto widthOf = [](const auto& named) { return ImGui::CalcTextSize(named.name.c_str()).x; };
  float nameWidth = plot.reference ? widthOf(*plot.reference) : 0.0F;
  for (const Series& series : plot.series) nameWidth = std::max(nameWidth, widthOf(series));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 size{nameWidth + 6.4F * em, 1.3F * em};
  const float pitch = size.x + 0.5F * em;
  const int columns =
      std::max(1, static_cast<int>((ImGui::GetContentRegionAvail().x + 0.5F * em) / pitch));
  const auto place = [&](std::size_t entry) {
    const auto [row, column] = std::div(static_cast<int>(entry), columns);
    const ImVec2 corner{start.x + static_cast<float>(column) * pitch,
                        start.y + static_cast<float>(row) * size.y};
    ImGui::SetCursorScreenPos(corner);
    return corner;
  };
  const auto write = [&](const ImVec2& corner, const std::string& name, double value,
                         ImU32 colour) {
    canvas.AddText({corner.x + em, corner.y}, colour, name.c_str());
    canvas.AddText({corner.x + 1.5F * em + nameWidth, corner.y}, colour,
                   valueOrDash(value).c_str());
  };
  const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const std::string mark = plot.id + "/" + series.name;
    const ImVec2 corner = place(i);
    bool& hidden = isHidden(plot, i);
    if (ImGui::InvisibleButton(mark.c_str(), size)) hidden = !hidden;
    markWidget(mark.c_str());
    tooltip(hidden ? "Press to show this line." : "Press to hide this line.");
    drawSwatch(corner, hidden ? ImGui::GetColorU32(ImGuiCol_FrameBg) : seriesColour(i));
    write(corner, series.name, latest(series.values),
          hidden ? ImGui::GetColorU32(ImGuiCol_TextDisabled) : text);
  }
  if (plot.reference) {
    const ImVec2 corner = place(plot.series.size());
    ImGui::Dummy(size);
    drawDashes(canvas, corner.x, corner.x + 0.8F * em, corner.y + 0.5F * em);
    write(corner, plot.reference->name, plot.reference->value, text);
  }
}

/// The range of the visible lines; empty if none has a value.
std::optional<Range> visibleRange(const LinePlot& plot) {
  std::optional<Range> range;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (isHidden(plot, i)) continue;
    const std::optional<Range> own = rangeOf(plot.series[i].values);
    if (own) range = range ? unite(*range, *own) : *own;
  }
  if (range && plot.reference) {
    range = unite(*range, {plot.reference->value, plot.reference->value});
  }
  return range;
}

void drawSeries(const PlotFrame& frame, const LinePlot& plot, std::size_t index) {
  const std::vector<double>& values = plot.series[index].values;
  const ImU32 colour = seriesColour(index);
  std::vector<ImVec2> line;
  const auto drawPiece = [&] {
    if (line.size() == 1) frame.canvas().AddCircleFilled(line[0], frame.lineWidth(), colour, 8);
    frame.canvas().AddPolyline(line.data(), static_cast<int>(line.size()), colour, 0,
                               frame.lineWidth());
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

std::size_t nearest(std::span<const double> x, double value) {
  const auto above = std::lower_bound(x.begin(), x.end(), value);
  if (above == x.begin()) return 0;
  const auto index = static_cast<std::size_t>(above - x.begin());
  if (above == x.end()) return index - 1;
  return value - x[index - 1] < x[index] - value ? index - 1 : index;
}

void drawHover(const PlotFrame& frame, const LinePlot& plot, std::size_t index) {
  const float x = frame.at(plot.x[index], 0.0).x;
  frame.canvas().AddLine({x, frame.topLeft().y}, {x, frame.bottomRight().y},
                         ImGui::GetColorU32(ImGuiCol_Text, 0.5F));
  ImGui::BeginTooltip();
  ImGui::Text("%s %s", plot.xName.c_str(), valueText(plot.x[index]).c_str());
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (isHidden(plot, i)) continue;
    const double value = plot.series[i].values[index];
    swatchText(seriesColour(i), plot.series[i].name + " " + valueOrDash(value));
    if (std::isfinite(value)) {
      frame.canvas().AddCircleFilled(frame.at(plot.x[index], value), 2.0F * frame.lineWidth(),
                                     seriesColour(i), 12);
    }
  }
  ImGui::EndTooltip();
}

double heightOf(const std::vector<BarPart>& bar) {
  double height = 0.0;
  for (const BarPart& part : bar) height += part.value;
  return height;
}

void drawBar(const PlotFrame& frame, const BarChart& chart, std::size_t index, float gap) {
  const double place = chart.first + static_cast<double>(index);
  double foot = 0.0;
  for (const BarPart& part : chart.bars[index]) {
    const ImVec2 low = frame.at(place - 0.5, foot);
    const ImVec2 high = frame.at(place + 0.5, foot + part.value);
    frame.canvas().AddRectFilled({low.x + gap, high.y}, {high.x - gap, low.y},
                                 partColour(part.part, chart.parts));
    foot += part.value;
  }
}

void drawComparison(const PlotFrame& frame, const BarChart& chart, std::size_t shown) {
  std::vector<ImVec2> line;
  for (std::size_t i = 0; i < std::min(shown, chart.line.size()); ++i) {
    line.push_back(frame.at(chart.first + static_cast<double>(i), chart.line[i]));
    frame.canvas().AddCircleFilled(line.back(), 1.5F * frame.lineWidth(), seriesColour(1), 8);
  }
  frame.canvas().AddPolyline(line.data(), static_cast<int>(line.size()), seriesColour(1), 0,
                             frame.lineWidth());
}

void drawHover(const PlotFrame& frame, const BarChart& chart, std::size_t index) {
  const double place = chart.first + static_cast<double>(index);
  frame.canvas().AddRectFilled({frame.at(place - 0.5, 0.0).x, frame.topLeft().y},
                               {frame.at(place + 0.5, 0.0).x, frame.bottomRight().y},
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

/// The colours of the parts, from the first to the last.
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

/// Up to a tick above the highest bar, so that the axis does not move with every bar.
Range barRange(const BarChart& chart, std::size_t shown) {
  double highest = 0.0;
  for (std::size_t i = 0; i < shown; ++i) highest = std::max(highest, heightOf(chart.bars[i]));
  for (std::size_t i = 0; i < std::min(shown, chart.line.size()); ++i) {
    highest = std::max(highest, chart.line[i]);
  }
  const std::vector<double> ticks = niceTicks(0.0, highest, 5);
  if (ticks.size() < 2) return {0.0, 1.0};
  return {0.0, ticks[1] * std::ceil(highest / ticks[1])};
}

}  // namespace

bool foldingTitle(const std::string& id, const std::string& title, const std::string& value,
                  const std::string& help) {
  const bool open = ImGui::TreeNodeEx(
      (title + "###" + id + "/fold").c_str(),
      ImGuiTreeNodeFlags_DefaultOpen | ImGuiTreeNodeFlags_NoTreePushOnOpen |
          ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_AllowItemOverlap);
  markWidget((id + "/fold").c_str());
  tooltip(help);
  textAtRight(value);
  return open;
}

void drawLinePlot(const LinePlot& plot) {
  drawLegend(plot);
  const std::optional<Range> y = visibleRange(plot);
  const std::optional<Range> x = rangeOf(plot.x);
  const Range xShown = x && x->width() > 0.0 ? *x : x ? withMargin(*x) : Range{};
  const PlotFrame frame(plot.id, {xShown, withMargin(y.value_or(Range{0.0, 1.0})), plot.xName});
  if (plot.reference) {
    drawDashes(frame.canvas(), frame.topLeft().x, frame.bottomRight().x,
               frame.at(xShown.low, plot.reference->value).y);
  }
  for (std::size_t i = plot.series.size(); i-- > 0;) {  // the first one on top
    if (!isHidden(plot, i)) drawSeries(frame, plot, i);
  }
  const std::optional<double> hovered = frame.hoveredX();
  if (hovered && !plot.x.empty()) drawHover(frame, plot, nearest(plot.x, *hovered));
}

void drawBarChart(const BarChart& chart) {
  const auto fitting = static_cast<std::size_t>(
      std::max(1.0F, (ImGui::GetContentRegionAvail().x - 4.0F * ImGui::GetFontSize()) / 2.0F));
  const std::size_t shown = std::min(chart.bars.size(), fitting);
  {
    const double left = chart.first - 0.5;
    const Range x{left, left + static_cast<double>(std::max<std::size_t>(shown, 1))};
    const PlotFrame frame(chart.id, {x, barRange(chart, shown), chart.xName, true});
    const float barWidth = frame.width() / static_cast<float>(x.width());
    const float gap = barWidth > 4.0F ? 0.1F * barWidth : 0.0F;
    for (std::size_t i = 0; i < shown; ++i) drawBar(frame, chart, i, gap);
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
