#include "demo/widgets/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "base/number.h"

namespace gpubuck::demo {
namespace {

/// Returns the largest k with 10^k <= value.
int decade(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

/// Returns the decade of the last digit that is needed to distinguish the ticks. `highest` is the
/// decade of the largest tick.
int lastDecade(std::span<const double> ticks, int highest) {
  if (ticks.size() > 1) return decade(std::abs(ticks[1] - ticks[0]));
  int last = highest;
  const auto isExact = [&] {
    const double unit = std::pow(10.0, last);
    return std::abs(std::remainder(ticks[0], unit)) <= 1e-6 * unit;
  };
  while (!isExact() && last > highest - 5) --last;
  return last;
}

}  // namespace

std::optional<Range> rangeOf(std::span<const double> values) {
  std::optional<Range> range;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const Range known = range.value_or(Range{value, value});
    range = {std::min(known.low, value), std::max(known.high, value)};
  }
  return range;
}

Range withMargin(const Range& range) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  // A range that single precision cannot resolve counts as a single value.
  if (range.width() > 1e-7 * size) {
    return {range.low - 0.05 * range.width(), range.high + 0.05 * range.width()};
  }
  const double half = size > 0.0 ? 0.05 * size : 1.0;
  return {range.low - half, range.high + half};
}

std::vector<double> niceTicks(double low, double high, int count) {
  const double width = high - low;
  const double size = std::max(std::abs(low), std::abs(high));
  if (width == 0.0) return {low};
  if (!(width > 1e-12 * size) || !std::isfinite(width)) return {};
  const auto ticksAt = [&](double step) {
    return std::floor(high / step + 1e-9) - std::ceil(low / step - 1e-9) + 1.0;
  };
  const double unit = std::pow(10.0, decade(width) - 3);
  double step = unit;
  for (int i = 0; ticksAt(step) > std::max(count, 3); ++i) {
    constexpr double kFactors[] = {2.0, 5.0, 10.0};
    step = unit * kFactors[i % 3] * std::pow(10.0, i / 3);
  }
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; i < static_cast<int>(ticksAt(step)); ++i) {
    const double tick = (first + i) * step;
    ticks.push_back(tick == 0.0 ? 0.0 : tick);  // never -0
  }
  return ticks;
}

std::vector<std::string> tickTexts(std::span<const double> ticks) {
  double largest = 0.0;
  for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
  const int highest = largest > 0.0 ? decade(largest) : 0;
  // A plain number is used if it is not longer than a number with a power of ten.
  const int power = highest >= -3 && highest < 6 ? 0 : highest;
  std::vector<std::string> texts;
  for (const double tick : ticks) {
    const int decimals = std::max(0, power - lastDecade(ticks, highest));
    std::string text = "0";
    if (tick != 0.0) text = fmt::format("{:.{}f}", tick / std::pow(10.0, power), decimals);
    if (tick != 0.0 && power != 0) text += fmt::format("e{}", power);
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string valueText(double value) {
  if (value != std::round(value) || std::abs(value) >= 1e15) return fmt::format("{:.4g}", value);
  return groupDigits(static_cast<std::int64_t>(value));
}

std::vector<std::size_t> thinned(std::span<const double> x, std::span<const double> y,
                                 int columns) {
  std::vector<std::size_t> indices;
  const std::size_t count = std::min(x.size(), y.size());
  const bool all = count <= 4 * static_cast<std::size_t>(std::max(columns, 1));
  const double width = count > 0 ? x[count - 1] - x[0] : 0.0;
  const auto columnOf = [&](std::size_t i) {
    return width > 0.0 ? std::min(static_cast<int>((x[i] - x[0]) / width * columns), columns - 1)
                       : 0;
  };
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    const bool gap = !std::isfinite(y[begin]);
    const auto goesOn = [&](std::size_t i) {
      if (std::isfinite(y[i]) == gap) return false;
      return gap || (!all && columnOf(i) == columnOf(begin));
    };
    for (end = begin + 1; end < count && goesOn(end);) ++end;
    std::set<std::size_t> kept{begin};
    if (!gap) {
      const auto [low, high] = std::minmax_element(&y[begin], &y[begin] + (end - begin));
      kept.insert(
          {static_cast<std::size_t>(low - &y[0]), static_cast<std::size_t>(high - &y[0]), end - 1});
    }
    indices.insert(indices.end(), kept.begin(), kept.end());
  }
  return indices;
}

double poisson(int k, double mean) {
  if (k < 0) return 0.0;
  if (mean <= 0.0) return k == 0 ? 1.0 : 0.0;
  return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0));
}

}  // namespace gpubuck::demo
