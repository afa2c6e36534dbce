// What all plots share: the rectangle with its axes, numbers and grid, and the pointer on it.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>

#include "demo/plot_axis.h"

namespace gpubuck::demo {

/// Colour of the n-th line of a plot: the colours of the palette of Okabe and Ito that stand out on
/// a dark background. They can be told apart with every common colour-vision deficiency.
ImU32 seriesColour(std::size_t n);

/// Colour of part n of `count` ordered parts: a ramp of rising lightness.
ImU32 partColour(int n, int count);

struct Axes {
  Range x, y;
  std::string xName;
  bool wholeX = false;  ///< x counts something: ticks only at whole numbers
};

/// As wide as the rest of the line and `lines` text lines high. Draws the axes; until it is
/// destroyed everything drawn is clipped to them.
class PlotFrame {
 public:
  /// `id` names the plot in ImGui and for markWidget.
  PlotFrame(const std::string& id, const Axes& axes, float lines = 6.0F);
  ~PlotFrame();
  PlotFrame(const PlotFrame&) = delete;
  PlotFrame& operator=(const PlotFrame&) = delete;

  /// The pixel of a value.
  ImVec2 at(double x, double y) const;
  /// The x under the pointer.
  std::optional<double> hoveredX() const;

  const ImVec2& topLeft() const { return topLeft_; }
  const ImVec2& bottomRight() const { return bottomRight_; }
  float width() const { return bottomRight_.x - topLeft_.x; }
  float lineWidth() const { return lineWidth_; }
  ImDrawList& canvas() const { return *canvas_; }

 private:
  void drawNumbers(const std::vector<double>& yTicks);

  Axes axes_;
  ImDrawList* canvas_;
  ImVec2 topLeft_, bottomRight_;
  float lineWidth_;
  bool hovered_ = false;
};

}  // namespace gpubuck::demo
