// Plots as ImGui widgets: lines over time or steps, and bars. A plot is as wide as the rest of the
// line, and about six lines of text high.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::demo {

struct Range {
  double low = 0.0;
  double high = 1.0;
  double width() const { return high - low; }
};

/// Returns the smallest range that holds all finite values, or an empty optional if no value is
/// finite.
std::optional<Range> rangeOf(std::span<const double> values);

/// Returns the range extended by 5 % on each side. A range too narrow to draw is widened to 10 % of
/// its value, or to a width of 2 if its value is 0.
Range withMargin(const Range& range);

/// Returns the ticks of an axis over low..high: multiples of 1, 2 or 5 times a power of ten, as
/// many as possible but at most `count`. A `count` below 3 counts as 3, so that there is at least
/// one tick. For a range of one value, returns this value. Returns no ticks for a range that is not
/// finite, or too narrow for doubles.
std::vector<double> niceTicks(double low, double high, int count);

/// Returns the ticks of an axis as texts of the same form, with enough digits to distinguish the
/// ticks: 0.50, or 0.5e-9 together with 1.0e-9. A single tick has up to six digits.
std::vector<std::string> tickTexts(std::span<const double> ticks);

/// Returns a value as text: a whole number with all digits, 1,234,567, and any other number with
/// four digits.
std::string valueText(double value);

/// Returns the indices of the points that suffice to draw a line over `columns` columns of pixels:
/// the first, lowest, highest and last of each column. `x` is ascending. Values that are not finite
/// make a gap; the index of the first value in each gap is returned, too. If there are at most four
/// points per column, all points are kept.
std::vector<std::size_t> thinned(std::span<const double> x, std::span<const double> y, int columns);

/// Returns the Poisson probability of k for the expected value `mean` (>= 0): e^-mean mean^k / k!.
double poisson(int k, double mean);

/// Returns the colour of the n-th line of a plot. The colours are the palette of Okabe and Ito,
/// except for colours that are hard to see on a dark background. People with any of the common
/// colour-vision deficiencies can tell the colours apart.
ImU32 seriesColour(std::size_t n);

/// Draws the title of a plot, with `value` at the right. Clicking the title collapses or expands
/// the plot (ID/fold for markWidget). Returns whether the plot is expanded. `isOpen` tells whether
/// it is expanded at first.
bool foldingTitle(const std::string& id, const std::string& title, const std::string& value,
                  const std::string& help, bool isOpen = true);

/// A line of a plot.
struct Series {
  std::string name;
  std::vector<double> values{};  ///< a value for each x; values that are not finite leave a gap
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
  std::optional<int> present{};              ///< number of a bar that is drawn in red
  std::vector<double> line{};                ///< a value to compare with each bar, or empty
  std::string lineName{};
};

/// Draws the bars, with a legend if they have several parts. A part of a value above 0 is at least
/// some pixels high, so that it is visible next to much higher bars. If bars would be narrower than
/// two pixels, the last bars are omitted, and a line of text says so.
void drawBarChart(const BarChart& chart);

}  // namespace gpubuck::demo
