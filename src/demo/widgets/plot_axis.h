// The arithmetic of plots: ranges, ticks, and thinning of a long series to what a screen can show.
#pragma once

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

/// The smallest range of all finite values; empty where there are none.
std::optional<Range> rangeOf(std::span<const double> values);

/// 5 % more on each side. One too narrow to draw becomes 10 % of its value, around zero 2.
Range withMargin(const Range& range);

/// Numbers for an axis over low..high: multiples of 1, 2 or 5 times a power of ten, as dense as
/// possible with no more than `count` (at least 3, which gives one number or more). A range of one
/// value has that alone. Empty for a range that is not finite or too narrow for doubles.
std::vector<double> niceTicks(double low, double high, int count);

/// The ticks of one axis as texts of one form, with the digits that tell them apart: 0.50, or
/// 0.5e-9 beside 1.0e-9. One tick has up to six digits.
std::vector<std::string> tickTexts(std::span<const double> ticks);

/// A value as text: a whole number in full, 1,234,567, anything else with four digits.
std::string valueText(double value);

/// The indices of the points that make a line over `columns` columns of pixels look the same as all
/// points would: the first, lowest, highest and last of each column. `x` is ascending. Values that
/// are not finite are a gap: the first of a run of them is among the indices. All points are kept
/// if there are no more than four per column.
std::vector<std::size_t> thinned(std::span<const double> x, std::span<const double> y, int columns);

/// The Poisson probability of k for the expected value `mean` (>= 0): e^-mean mean^k / k!.
double poisson(int k, double mean);

}  // namespace gpubuck::demo
