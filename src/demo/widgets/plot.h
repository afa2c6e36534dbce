// Plots as ImGui widgets: lines over time or steps, and bars. They are as wide as the rest of the
// line and about six text lines high.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::demo {

/// Returns the colour of the n-th line of a plot, from the palette of Okabe and Ito without the
/// colours that are hard to see on a dark background. They are distinct with each common
/// colour-vision deficiency.
ImU32 seriesColour(std::size_t n);

/// Draws the title of a plot, with `value` at the right. Clicking it collapses or expands the plot
/// (ID/fold for markWidget). Returns whether the plot is expanded; `isOpen` is the initial state.
bool foldingTitle(const std::string& id, const std::string& title, const std::string& value,
                  const std::string& help, bool isOpen = true);

/// A line of a plot.
struct Series {
  std::string name;
  std::vector<double> values{};  ///< one for each x; values that are not finite leave a gap
};

/// A dashed line across the plot.
struct Reference {
  std::string name;
  double value = 0.0;
};

struct LinePlot {
  std::string id;  ///< unique in its window, and the name for markWidget: "plots/temperature"
  std::string xName;
  std::span<const double> x;  ///< ascending; equal values are allowed
  std::vector<Series> series{};
  std::optional<Reference> reference{};
};

/// Draws the plot. The y axis follows the data. With several lines or a reference there is a legend
/// with the latest values; clicking an entry (ID/NAME for markWidget) hides its line. Pointing at
/// the plot shows values.
void drawLinePlot(const LinePlot& plot);

/// A piece of a bar; `part` chooses the colour.
struct BarPart {
  int part = 0;
  double value = 0.0;  ///< >= 0
};

struct BarChart {
  std::string id;
  std::string xName;                         ///< name of the x axis: "iteration"
  int first = 0;                             ///< number of the first bar
  std::vector<std::vector<BarPart>> bars{};  ///< the parts of each bar, from the bottom up
  int parts = 1;                             ///< number of different parts
  std::string partName{};                    ///< name of a part: "sub-buffer"
  std::vector<double> line{};                ///< a value to compare each bar with, or empty
  std::string lineName{};
};

/// Draws the bars, with a legend if they have several parts. Bars that would be narrower than two
/// pixels are omitted, which a line of text states.
void drawBarChart(const BarChart& chart);

}  // namespace gpubuck::demo
