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

/// Returns the smallest range of all finite values, or none without such values.
std::optional<Range> rangeOf(std::span<const double> values);

/// Returns the range extended by 5 % on each side. A range too narrow to draw is extended to 10 %
/// of its value, or to a width of 2 around zero.
Range withMargin(const Range& range);

/// Returns numbers for an axis over low..high: multiples of 1, 2 or 5 times a power of ten, as
/// dense as possible with at most `count` (>= 3, which gives at least one number). For a range of
/// one value it returns this value, and for a range that is not finite or too narrow for doubles
/// nothing.
std::vector<double> niceTicks(double low, double high, int count);

/// Returns the ticks of an axis as texts of one form, with enough digits to distinguish them: 0.50,
/// or 0.5e-9 together with 1.0e-9. A single tick has up to six digits.
std::vector<std::string> tickTexts(std::span<const double> ticks);

/// Returns a value as text: a whole number in full, 1,234,567, another number with four digits.
std::string valueText(double value);

/// Returns the indices of the points that suffice to draw a line over `columns` columns of pixels:
/// the first, lowest, highest and last of each column. `x` is ascending. Values that are not finite
/// make a gap, and the first of each run of them is among the indices. All points are kept if there
/// are at most four per column.
std::vector<std::size_t> thinned(std::span<const double> x, std::span<const double> y, int columns);

/// Returns the Poisson probability of k for the expected value `mean` (>= 0): e^-mean mean^k / k!.
double poisson(int k, double mean);

}  // namespace gpubuck::demo
