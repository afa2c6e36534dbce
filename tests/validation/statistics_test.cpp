#include "validation/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <stdexcept>

#include "validation/check.h"

namespace gpubuck::validation {
namespace {

/// Returns a series x(n + 1) = correlation x(n) + normal number. The variance of a value is 1 / (1
/// - correlation^2), and the standard error of the mean of n values is 1 / (1 - correlation) /
/// sqrt(n).
std::vector<double> autoregression(std::size_t count, double correlation, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> series;
  double x = normal(random) / std::sqrt(1.0 - correlation * correlation);
  for (std::size_t n = 0; n < count; ++n) {
    series.push_back(x);
    x = correlation * x + normal(random);
  }
  return series;
}

// The estimate is the largest error of all levels of blocks. The error of m blocks has a relative
// scatter of 1 / sqrt(2 m - 2), which is 0.18 for the last level with 16 blocks. The largest error
// therefore exceeds the true error by 10 to 20 %, and hardly ever by 80 %.
TEST(BlockAverage, CorrelatedValues_HaveTheRightError) {
  for (const double correlation : {0.0, 0.5, 0.9, 0.98}) {
    constexpr std::size_t kCount = 32'768;
    const double expected = 1.0 / (1.0 - correlation) / std::sqrt(static_cast<double>(kCount));
    double sumOfErrors = 0.0, sumOfSquares = 0.0;
    constexpr int kSeries = 40;
    for (unsigned seed = 1; seed <= kSeries; ++seed) {
      const Estimate estimate = blockAverage(autoregression(kCount, correlation, seed));
      EXPECT_GT(estimate.error, 0.75 * expected) << correlation;
      EXPECT_LT(estimate.error, 1.8 * expected) << correlation;
      sumOfErrors += estimate.error / kSeries;
      sumOfSquares += estimate.mean * estimate.mean / kSeries;
    }
    EXPECT_NEAR(sumOfErrors / expected, 1.15, 0.15) << correlation;
    // A mean square of 40 normal numbers scatters by sqrt(2 / 40), and the tolerance is four times
    // this scatter.
    EXPECT_NEAR(sumOfSquares / (expected * expected), 1.0, 0.9) << correlation;
  }
}

TEST(BlockAverage, SixteenValues_GiveTheirMean) {
  std::vector<double> values;
  for (int k = 0; k < 16; ++k) values.push_back(k);
  const Estimate estimate = blockAverage(values);
  EXPECT_DOUBLE_EQ(estimate.mean, 7.5);
  EXPECT_DOUBLE_EQ(estimate.error, std::sqrt(340.0 / (16.0 * 15.0)));
}

TEST(BlockAverage, Constants_HaveNoError) {
  const Estimate estimate = blockAverage(std::vector<double>(100, 2.5));
  EXPECT_EQ(estimate.mean, 2.5);
  EXPECT_EQ(estimate.error, 0.0);
}

TEST(BlockAverage, FewerThanSixteenValues_AreRefused) {
  EXPECT_THROW(blockAverage(std::vector<double>(15, 1.0)), std::invalid_argument);
}

std::vector<double> normalNumbers(std::size_t count, double width, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0.0, width);
  std::vector<double> values(count);
  for (double& value : values) value = normal(random);
  return values;
}

// Kolmogorov's distribution has the median 0.828, and is above 1.63 once in a hundred. With 400
// samples, the median scatters by 0.02, and a count of 4 scatters by 2.
TEST(KolmogorovSmirnov, HasItsKnownDistribution) {
  std::vector<double> statistics;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    statistics.push_back(kolmogorovSmirnov(normalNumbers(1000, 1.0, seed)));
  }
  std::sort(statistics.begin(), statistics.end());
  EXPECT_NEAR(statistics[200], 0.828, 0.06);
  const auto rejected = std::count_if(statistics.begin(), statistics.end(),
                                      [](double statistic) { return statistic > 1.63; });
  EXPECT_LE(rejected, 14);
}

// If the width is off by the share d, the cumulative distribution moves by up to 0.242 d. With
// 10,000 values the statistic is 24 d.
TEST(KolmogorovSmirnov, RejectsOtherDistributions) {
  EXPECT_GT(kolmogorovSmirnov(normalNumbers(10'000, 1.15, 1)), 1.63);
  EXPECT_GT(kolmogorovSmirnov(normalNumbers(10'000, 0.85, 1)), 1.63);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-std::sqrt(3.0), std::sqrt(3.0));
  std::vector<double> values(10'000);
  for (double& value : values) value = uniform(random);
  EXPECT_GT(kolmogorovSmirnov(values), 1.63);
}

TEST(KolmogorovSmirnov, OneValue_GivesItsDistanceFromTheSteps) {
  EXPECT_DOUBLE_EQ(kolmogorovSmirnov({0.0}), 0.5);
  EXPECT_NEAR(kolmogorovSmirnov({1.0}), 0.841344746, 1e-9);
}

TEST(FitLine, FindsALineAndItsError) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal(0.0, 0.1);
  std::vector<double> x, y;
  double squares = 0.0;
  for (int k = 0; k < 1000; ++k) {
    x.push_back(0.01 * k);
    y.push_back(2.0 - 0.5 * x.back() + normal(random));
    squares += (x.back() - 4.995) * (x.back() - 4.995);
  }
  const Line line = fitLine(x, y);
  const double error = 0.1 / std::sqrt(squares);
  EXPECT_NEAR(line.slope, -0.5, 4.0 * error);
  EXPECT_NEAR(line.intercept, 2.0, 4.0 * 2.0 * 0.1 / std::sqrt(1000.0));
  EXPECT_NEAR(line.slopeError / error, 1.0, 4.0 / std::sqrt(2000.0));
}

TEST(FitLine, PointsOnALine_GiveThatLine) {
  const std::vector<double> x{1.0, 2.0, 4.0}, y{3.0, 5.0, 9.0};
  const Line line = fitLine(x, y);
  EXPECT_NEAR(line.slope, 2.0, 1e-14);
  EXPECT_NEAR(line.intercept, 1.0, 1e-14);
  EXPECT_NEAR(line.slopeError, 0.0, 1e-14);
}

TEST(FitLine, TooFewOrUnequalPoints_AreRefused) {
  const std::vector<double> two{1.0, 2.0}, three{1.0, 2.0, 3.0};
  EXPECT_THROW(fitLine(two, two), std::invalid_argument);
  EXPECT_THROW(fitLine(three, two), std::invalid_argument);
}

TEST(FitPowerLaw, FindsTheExponentAndItsError) {
  const std::array x{0.01, 0.02, 0.04};
  // The relative errors are equal, so that each logarithm has an error of 0.1. The logarithms of x
  // are equally spaced, at -ln 2, 0 and ln 2.
  const std::array<Estimate, 3> cubes{{{-1e-6, 1e-7}, {-8e-6, 8e-7}, {-64e-6, 64e-7}}};
  const Estimate exponent = fitPowerLaw(x, cubes);
  EXPECT_NEAR(exponent.mean, 3.0, 1e-9);
  EXPECT_NEAR(exponent.error, 0.1 / (std::sqrt(2.0) * std::log(2.0)), 1e-9);
  // A value whose error is far larger than the value does not count.
  const std::array<Estimate, 3> noisy{{{1e-3, 1e3}, {4.0, 0.1}, {16.0, 0.1}}};
  EXPECT_NEAR(fitPowerLaw(x, noisy).mean, 2.0, 1e-6);
  EXPECT_THROW(fitPowerLaw(x, std::span(cubes).first(2)), std::invalid_argument);
}

TEST(Row, PassesWithinItsToleranceOnly) {
  const auto passes = [](double value) { return Row{"", value, 1.0, 0.5}.pass(); };
  EXPECT_TRUE(passes(1.5));
  EXPECT_FALSE(passes(1.51));
  EXPECT_FALSE(passes(0.49));
  EXPECT_FALSE(passes(NAN));
}

}  // namespace
}  // namespace gpubuck::validation
