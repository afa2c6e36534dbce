// The arithmetic of plots.
#include "demo/widgets/plot.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/property.h"

namespace gpubuck::demo {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Numbers = std::vector<double>;
using Indices = std::vector<std::size_t>;

/// Expects the same numbers except for the last bits, since std::pow() differs between systems.
void expectTicks(const Numbers& expected, const Numbers& ticks) {
  ASSERT_EQ(expected.size(), ticks.size());
  for (std::size_t i = 0; i < ticks.size(); ++i) EXPECT_DOUBLE_EQ(expected[i], ticks[i]);
}

TEST(NiceTicksTest, AreTheDensestMultiplesOf1Or2Or5) {
  expectTicks({0.0, 1.0, 2.0, 3.0}, niceTicks(0.0, 3.7, 4));
  expectTicks({0.0, 2.0}, niceTicks(0.0, 3.7, 3));
  expectTicks({20.0, 25.0, 30.0}, niceTicks(18.0, 33.0, 4));
  expectTicks({-1.0, 0.0, 1.0}, niceTicks(-1.0, 1.0, 4));
  expectTicks({0.0, 500000.0, 1000000.0}, niceTicks(-1.0, 1.2e6, 4));
}

TEST(NiceTicksTest, IncludeEndsThatAreMultiples) {
  // In double precision 3 * 0.1 > 0.3: the last tick must not be lost to rounding.
  const Numbers ticks = niceTicks(0.0, 0.3, 4);
  ASSERT_EQ(4U, ticks.size());
  EXPECT_DOUBLE_EQ(0.3, ticks.back());
}

TEST(NiceTicksTest, OneValue_IsATick) {
  EXPECT_EQ(Numbers{1.2}, niceTicks(1.2, 1.2, 5));
  EXPECT_EQ(Numbers{0.0}, niceTicks(0.0, 0.0, 5));
}

TEST(NiceTicksTest, IndivisibleRange_HasNoTicks) {
  EXPECT_TRUE(niceTicks(2.0, 1.0, 5).empty());
  EXPECT_TRUE(niceTicks(kNan, 1.0, 5).empty());
  EXPECT_TRUE(niceTicks(0.0, kInfinity, 5).empty());
  EXPECT_TRUE(niceTicks(1e15, 1e15 + 1.0, 5).empty());
}

TEST(NiceTicksTest, AreInRangeEquidistantAndLimited) {
  test::expectProperty(500, [] {
    const int exponent = *rc::gen::inRange(-12, 13);
    const double unit = std::pow(10.0, exponent);
    const double low = *rc::gen::inRange(-100000, 100000) * unit;
    const double width = *rc::gen::inRange(1, 100000) * unit;
    const int count = *rc::gen::inRange(3, 30);
    const Numbers ticks = niceTicks(low, low + width, count);
    RC_ASSERT(!ticks.empty());
    RC_ASSERT(static_cast<int>(ticks.size()) <= count);
    // The next finer step is at most 2.5 times finer, and its ticks would have been too dense.
    RC_ASSERT(2.5 * (static_cast<double>(ticks.size()) + 1.0) >= count);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      // A tick at an end of the range may lie outside of it by 1e-9 of a step.
      RC_ASSERT(ticks[i] >= low - 1e-9 * width && ticks[i] <= low + width * (1.0 + 1e-9));
      // Ticks are at most 2e5 steps away from 0. Their relative error is some 1e-16.
      if (i > 1) {
        RC_ASSERT(std::abs((ticks[i] - ticks[i - 1]) / (ticks[1] - ticks[0]) - 1.0) < 1e-9);
      }
    }
  });
}

TEST(TickTextsTest, HaveEnoughDigitsToDiffer) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ((Texts{"0", "0.05", "0.10"}), tickTexts(Numbers{0.0, 0.05, 0.1}));
  EXPECT_EQ((Texts{"-25", "-20"}), tickTexts(Numbers{-25.0, -20.0}));
  EXPECT_EQ((Texts{"11000", "12000"}), tickTexts(Numbers{11000.0, 12000.0}));
  EXPECT_EQ((Texts{"1.3075", "1.3080"}), tickTexts(Numbers{1.3075, 1.308}));
  EXPECT_EQ((Texts{"0.0005", "0.0010"}), tickTexts(Numbers{0.0005, 0.001}));
  EXPECT_TRUE(tickTexts({}).empty());
}

TEST(TickTextsTest, ShareOnePowerOfTen) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ((Texts{"1.20e6", "1.25e6"}), tickTexts(Numbers{1.2e6, 1.25e6}));
  EXPECT_EQ((Texts{"-0.5e-9", "0", "0.5e-9", "1.0e-9"}),
            tickTexts(Numbers{-5e-10, 0.0, 5e-10, 1e-9}));
}

TEST(TickTextsTest, OneTick_HasTheDigitsItNeeds) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Texts{"0"}, tickTexts(Numbers{0.0}));
  EXPECT_EQ(Texts{"1.25"}, tickTexts(Numbers{1.25}));
  EXPECT_EQ(Texts{"500"}, tickTexts(Numbers{500.0}));
  EXPECT_EQ(Texts{"0.333333"}, tickTexts(Numbers{1.0 / 3.0}));
}

TEST(ValueTextTest, Integers_AreWholeAndOthersHaveFourDigits) {
  EXPECT_EQ("1,234,567", valueText(1234567.0));
  EXPECT_EQ("-3", valueText(-3.0));
  EXPECT_EQ("0.9987", valueText(0.998736));
  EXPECT_EQ("1e+20", valueText(1e20));
}

TEST(RangeTest, OmitsNonFiniteValues) {
  const Range range = rangeOf(Numbers{kNan, 2.0, -1.0, kInfinity}).value();
  EXPECT_EQ(-1.0, range.low);
  EXPECT_EQ(2.0, range.high);
  EXPECT_FALSE(rangeOf(Numbers{kNan, kInfinity}));
  EXPECT_FALSE(rangeOf({}));
}

TEST(RangeTest, Margin_WidensEveryRange) {
  const Range wide = withMargin({0.0, 100.0});
  EXPECT_DOUBLE_EQ(-5.0, wide.low);
  EXPECT_DOUBLE_EQ(105.0, wide.high);
  const Range constant = withMargin({-2.0, -2.0});
  EXPECT_DOUBLE_EQ(-2.1, constant.low);
  EXPECT_DOUBLE_EQ(-1.9, constant.high);
  const Range zero = withMargin({0.0, 0.0});
  EXPECT_DOUBLE_EQ(-1.0, zero.low);
  EXPECT_DOUBLE_EQ(1.0, zero.high);
}

TEST(ThinnedTest, FewPoints_AreAllKept) {
  const Numbers x{0.0, 1.0, 1.0, 2.0, 3.0};
  EXPECT_EQ((Indices{0, 1, 2, 3, 4}), thinned(x, Numbers{5.0, 5.0, 5.0, 5.0, 5.0}, 100));
}

TEST(ThinnedTest, Column_KeepsFirstLowestHighestAndLast) {
  const Numbers x{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0};
  const Numbers y{1.0, 2.0, 9.0, 2.0, 0.0, 1.0, 1.0, 1.0, 1.0, 3.0};
  EXPECT_EQ((Indices{0, 2, 4, 9}), thinned(x, y, 1));
}

TEST(ThinnedTest, ConsecutiveAbsentValues_AreOneGap) {
  const Numbers x{0.0, 1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ((Indices{0, 1, 3, 4}), thinned(x, Numbers{1.0, kNan, kNan, 4.0, kNan}, 100));
  EXPECT_EQ((Indices{0}), thinned(x, Numbers{kNan, kNan, kNan, kNan, kNan}, 100));
  EXPECT_TRUE(thinned({}, {}, 100).empty());
}

TEST(ThinnedTest, AnySeries_KeepsExtremesAndGaps) {
  test::expectProperty(200, [] {
    const int columns = *rc::gen::inRange(1, 20);
    const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
    Numbers x;
    Numbers y;
    double place = 0.0;
    for (const int step : steps) {
      place += step;
      x.push_back(place);
      y.push_back(*rc::gen::inRange(0, 10) == 0 ? kNan : *rc::gen::inRange(-50, 50));
    }
    const Indices indices = thinned(x, y, columns);
    RC_ASSERT(std::adjacent_find(indices.begin(), indices.end(), std::greater_equal<>()) ==
              indices.end());
    Numbers kept;
    std::size_t gaps = 0;
    for (const std::size_t i : indices) {
      kept.push_back(y.at(i));
      gaps += std::isnan(y[i]) ? 1 : 0;
    }
    const auto all = rangeOf(y);
    const auto shown = rangeOf(kept);
    RC_ASSERT(all.has_value() == shown.has_value());
    if (all) RC_ASSERT(all->low == shown->low && all->high == shown->high);
    // A gap splits at most one column, and into two parts.
    RC_ASSERT(indices.size() <= 4 * (static_cast<std::size_t>(columns) + gaps) + gaps);
    std::size_t runs = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (std::isnan(y[i]) && (i == 0 || !std::isnan(y[i - 1]))) ++runs;
    }
    RC_ASSERT(gaps == runs);
  });
}

TEST(PoissonTest, EqualsTheDistribution) {
  EXPECT_NEAR(0.049787068, poisson(0, 3.0), 1e-9);
  EXPECT_NEAR(0.224041808, poisson(2, 3.0), 1e-9);
  EXPECT_NEAR(0.100818813, poisson(5, 3.0), 1e-9);
  EXPECT_EQ(0.0, poisson(-1, 3.0));
  EXPECT_EQ(1.0, poisson(0, 0.0));
  EXPECT_EQ(0.0, poisson(1, 0.0));
  double sum = 0.0;
  double mean = 0.0;
  for (int k = 0; k < 200; ++k) {
    sum += poisson(k, 30.0);
    mean += k * poisson(k, 30.0);
  }
  // The rounding of 200 terms of at most 1, each computed by a logarithm with an error of some
  // 1e-14.
  EXPECT_NEAR(1.0, sum, 1e-11);
  EXPECT_NEAR(30.0, mean, 1e-9);
}

}  // namespace
}  // namespace gpubuck::demo
