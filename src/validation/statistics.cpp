#include "validation/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace gpubuck::validation {
namespace {

constexpr std::size_t kFewestBlocks = 16;

double meanOf(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Estimate average(std::span<const double> values) {
  const double mean = meanOf(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  const auto n = static_cast<double>(values.size());
  return {mean, std::sqrt(sum / (n * (n - 1.0)))};
}

Estimate blockAverage(std::span<const double> series) {
  if (series.size() < kFewestBlocks) {
    throw std::invalid_argument(fmt::format("a block average of {} values: at least {} are needed",
                                            series.size(), kFewestBlocks));
  }
  std::vector<double> blocks(series.begin(), series.end());
  Estimate result{meanOf(blocks), 0.0};
  while (blocks.size() >= kFewestBlocks) {
    result.error = std::max(result.error, average(blocks).error);
    const std::size_t half = blocks.size() / 2;
    for (std::size_t k = 0; k < half; ++k) blocks[k] = 0.5 * (blocks[2 * k] + blocks[2 * k + 1]);
    blocks.resize(half);
  }
  return result;
}

double kolmogorovSmirnov(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double normal = 0.5 * std::erfc(-values[k] / std::numbers::sqrt2);
    const auto below = static_cast<double>(k);
    largest = std::max({largest, normal - below / n, (below + 1.0) / n - normal});
  }
  return largest * std::sqrt(n);
}

Line fitLine(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size() || x.size() < 3) {
    throw std::invalid_argument(fmt::format(
        "a line cannot be fitted to {} x and {} y: it needs equally many of both, at least 3",
        x.size(), y.size()));
  }
  const double meanX = meanOf(x), meanY = meanOf(y);
  double xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - meanX) * (x[k] - meanX);
    xy += (x[k] - meanX) * (y[k] - meanY);
  }
  Line line;
  line.slope = xy / xx;
  line.intercept = meanY - line.slope * meanX;
  double residues = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double off = y[k] - line.intercept - line.slope * x[k];
    residues += off * off;
  }
  line.slopeError = std::sqrt(residues / (static_cast<double>(x.size()) - 2.0) / xx);
  return line;
}

Estimate fitPowerLaw(std::span<const double> x, std::span<const Estimate> y) {
  if (x.size() != y.size() || x.size() < 2) {
    throw std::invalid_argument(fmt::format(
        "a power law cannot be fitted to {} x and {} y: it needs equally many of both, at least 2",
        x.size(), y.size()));
  }
  double weights = 0.0, sumX = 0.0, sumY = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double weight = std::pow(y[k].mean / y[k].error, 2);
    const double logX = std::log(x[k]), logY = std::log(std::abs(y[k].mean));
    weights += weight;
    sumX += weight * logX;
    sumY += weight * logY;
    xx += weight * logX * logX;
    xy += weight * logX * logY;
  }
  const double spread = weights * xx - sumX * sumX;
  return {(weights * xy - sumX * sumY) / spread, std::sqrt(weights / spread)};
}

}  // namespace gpubuck::validation
