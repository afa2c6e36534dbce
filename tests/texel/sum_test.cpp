// Sums on the GPU, compared with integer sums of 128 bits on the CPU.
#include "texel/sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "support/shader_folder.h"

namespace gpubuck::texel {
namespace {

__extension__ using Int128 = __int128;

/// Returns the value in units of 2^-64, truncated as Sum promises. |value| must be below 2^39.
Int128 units(float value) {
  int exponent = 0;
  const float fraction = std::frexp(value, &exponent);
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 24));
  const int shift = exponent - 24 + 64;
  if (shift <= -64) return 0;
  if (shift >= 0) return static_cast<Int128>(mantissa) * (static_cast<Int128>(1) << shift);
  return mantissa / (std::int64_t{1} << -shift);  // towards zero
}

/// Returns a number of units of 2^-64 as a double.
double inUnits(Int128 sum) { return static_cast<double>(static_cast<long double>(sum) * 0x1p-64L); }

template <typename Select>
std::array<double, 4> sumOnCpu(const std::vector<glm::vec4>& values, Select select) {
  std::array<Int128, 4> sums{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!select(i)) continue;
    for (int k = 0; k < 4; ++k) sums[static_cast<std::size_t>(k)] += units(values[i][k]);
  }
  return {inUnits(sums[0]), inUnits(sums[1]), inUnits(sums[2]), inUnits(sums[3])};
}

std::array<double, 4> sumOnCpu(const std::vector<glm::vec4>& values) {
  return sumOnCpu(values, [](std::size_t) { return true; });
}

/// `expected` and `actual` come from the same integers of up to 104 bits. On both sides, an integer
/// is turned into a double through a long double with a mantissa of 64 bits, for `actual` word by
/// word. The conversion rounds at most four times by 2^-64 and once by 2^-53, so that the two
/// doubles differ by at most one unit in the last place (EXPECT_DOUBLE_EQ allows four).
void expectSame(const std::array<double, 4>& expected, const std::array<double, 4>& actual) {
  for (std::size_t k = 0; k < 4; ++k) EXPECT_DOUBLE_EQ(expected[k], actual[k]) << "channel " << k;
}

std::vector<glm::vec4> randomValues(std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> exponent(-38.0f, 35.0f);  // 2^35 * 8 sigma < 2^39
  std::vector<glm::vec4> values(static_cast<std::size_t>(count));
  for (glm::vec4& v : values) {
    // The channels have plain numbers, positive numbers, numbers of all magnitudes, and numbers
    // that nearly cancel.
    v = {normal(random), std::abs(normal(random)), normal(random) * std::exp2(exponent(random)),
         0.0f};
  }
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    values[i].w = 1e11f * normal(random);
    values[i + 1].w = -values[i].w + (i % 10 == 0 ? 16'384.0f : 0.0f);
  }
  return values;
}

class SumTest : public test::EngineTest {
 protected:
  std::array<double, 4> sum(const std::vector<glm::vec4>& values) {
    return Sum(device_, std::ssize(values))(Vec4Array(device_, "values", values),
                                            std::ssize(values));
  }

  /// Returns the first channel of the sum of these numbers.
  double sumOf(const std::vector<float>& numbers) {
    std::vector<glm::vec4> values;
    for (const float number : numbers) values.emplace_back(number, 0.0f, 0.0f, 0.0f);
    return sum(values)[0];
  }

  Device device_ = test::makeDevice(GetParam());
};

// The numbers of elements are around 16, which fill a block, around 512, whose 32 sums fill a block
// of sums, and around 16,384, which is 32 times as many.
TEST_P(SumTest, EqualsTheSumOf128BitIntegers) {
  for (const std::int64_t count :
       {1, 2, 15, 16, 17, 511, 512, 513, 16'383, 16'384, 16'385, 300'000, 524'289}) {
    const std::vector<glm::vec4> values = randomValues(count, 8);
    SCOPED_TRACE(count);
    expectSame(sumOnCpu(values), sum(values));
  }
}

TEST_P(SumTest, NoElements_SumToZero) {
  Sum sum(device_, 0);
  const Vec4Array empty(device_, "empty", 0);
  EXPECT_EQ(sum(empty, 0), (std::array<double, 4>{}));
}

TEST_P(SumTest, OnlyTheFirstElements_Count) {
  const std::vector<glm::vec4> values = randomValues(1'000, 9);
  const Vec4Array array(device_, "values", values);
  Sum sum(device_, 5'000);
  for (const std::size_t count : {std::size_t{1}, std::size_t{500}, std::size_t{999}}) {
    const auto expected = sumOnCpu(values, [&](std::size_t i) { return i < count; });
    expectSame(expected, sum(array, static_cast<std::int64_t>(count)));
  }
}

TEST_P(SumTest, OrderAndRows_ChangeNothing) {
  std::vector<glm::vec4> values = randomValues(10'000, 10);
  const std::array<double, 4> expected = sum(values);
  std::shuffle(values.begin(), values.end(), std::mt19937(11));
  EXPECT_EQ(sum(values), expected);
  const Device wide = test::makeDevice(GetParam(), 1'024);
  const Vec4Array array(wide, "values", values);
  EXPECT_EQ(Sum(wide, 10'000)(array, 10'000), expected);
}

TEST_P(SumTest, SmallNumbers_SurviveCancellingLargeOnes) {
  constexpr float kLarge = 0x1p38f;
  EXPECT_EQ(sumOf({kLarge, 0x1p-60f, -kLarge}), 0x1p-60);
  EXPECT_EQ(sumOf({-kLarge, 1.0f, kLarge, 0x1p-30f}), 1.0 + 0x1p-30);
  EXPECT_EQ(sumOf({-0.5f, 0.25f}), -0.25);
  EXPECT_EQ(sumOf({-0x1p-64f}), -0x1p-64);
  EXPECT_EQ(sumOf({0x1p-64f, -0x1p-64f}), 0.0);
}

TEST_P(SumTest, Unit_Is2ToTheMinus64) {
  EXPECT_EQ(sumOf({0x1.fffffep-41f}), double{0x1.fffffep-41f});  // the last bit is 2^-64
  EXPECT_EQ(sumOf({0x1.fffffep-42f}), 0x1.fffffcp-42);           // the last bit is cut off
  EXPECT_EQ(sumOf({-0x1.8p-64f}), -0x1p-64);                     // towards zero
  EXPECT_EQ(sumOf({0x1.8p-65f, 0x1.8p-65f}), 0.0);
  EXPECT_EQ(sumOf({std::numeric_limits<float>::denorm_min()}), 0.0);
  EXPECT_EQ(sumOf({-0.0f}), 0.0);
}

TEST_P(SumTest, OutOfRange_MakesTheChannelNotANumber) {
  using Limits = std::numeric_limits<float>;
  for (const float bad : {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(),
                          -Limits::infinity(), 0x1p39f, -0x1p39f, Limits::max()}) {
    std::vector<glm::vec4> values = randomValues(10'000, 12);
    std::array<double, 4> expected = sumOnCpu(values);
    values[77].y = bad;
    const std::array<double, 4> actual = sum(values);
    EXPECT_TRUE(std::isnan(actual[1])) << bad;
    expected[1] = 0.0;
    expectSame(expected, {actual[0], 0.0, actual[2], actual[3]});
  }
}

TEST_P(SumTest, JustBelowTheLimit_IsInRange) {
  const float largest = std::nextafter(0x1p39f, 0.0f);
  EXPECT_EQ(sumOf({largest}), double{largest});
  EXPECT_EQ(sumOf({-largest}), -double{largest});
  EXPECT_EQ(sumOf({largest, largest}), 2.0 * double{largest});
}

TEST_P(SumTest, Groups_AreSummedSeparately) {
  constexpr std::int64_t kCount = 20'000;
  std::vector<glm::vec4> values = randomValues(kCount, 13);
  std::vector<glm::vec4> groups(kCount);
  std::mt19937 random(14);
  for (glm::vec4& group : groups) {
    group = {7.0f, -1.0f, 2.0f, static_cast<float>(random() % 3)};
  }
  values[5].x = std::numeric_limits<float>::quiet_NaN();
  groups[5].w = 2.0f;
  const Vec4Array valueArray(device_, "values", values);
  const Vec4Array groupArray(device_, "groups", groups);
  Sum sum(device_, kCount);
  for (const int group : {0, 1}) {
    const auto expected = sumOnCpu(
        values, [&](std::size_t i) { return i != 5 && groups[i].w == static_cast<float>(group); });
    expectSame(expected, sum({{&valueArray, &groupArray, group}}, kCount).front());
  }
  EXPECT_TRUE(std::isnan(sum({{&valueArray, &groupArray, 2}}, kCount).front()[0]));
  EXPECT_EQ(sum({{&valueArray, &groupArray, 3}}, kCount).front(), (std::array<double, 4>{}));
}

TEST_P(SumTest, Parts_EachAsItIsAlone) {
  constexpr std::int64_t kCount = 3'000;
  const std::vector<glm::vec4> values = randomValues(kCount, 17);
  std::vector<glm::vec4> groups(kCount);
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i].w = static_cast<float>(i % 2);
  const Vec4Array valueArray(device_, "values", values), groupArray(device_, "groups", groups);
  Sum sum(device_, 2'000, 2, 6);
  // Some elements are in no part, and some are in two. A call with fewer parts follows a call with
  // more parts.
  for (const std::vector<Range>& parts :
       {std::vector<Range>{{0, 17}, {17, 0}, {17, 1}, {1'000, 2'000}, {40, 16}, {0, 500}},
        std::vector<Range>{{2'999, 1}, {1, 15}}, std::vector<Range>{{5, 0}, {6, 0}}}) {
    const auto sums = sum({{&valueArray}, {&valueArray, &groupArray, 1}}, parts);
    ASSERT_EQ(sums.size(), 2 * parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
      SCOPED_TRACE(part);
      const auto isIn = [&](std::size_t i) {
        const auto element = static_cast<std::int64_t>(i) - parts[part].first;
        return element >= 0 && element < parts[part].count;
      };
      expectSame(sumOnCpu(values, isIn), sums[2 * part]);
      expectSame(sumOnCpu(values, [&](std::size_t i) { return isIn(i) && i % 2 == 1; }),
                 sums[2 * part + 1]);
    }
  }
}

TEST_P(SumTest, SeveralAtOnce_EachAsItIsAlone) {
  constexpr std::int64_t kCount = 3'000;
  const std::vector<glm::vec4> first = randomValues(kCount, 15), second = randomValues(kCount, 16);
  const Vec4Array firstArray(device_, "first", first), secondArray(device_, "second", second);
  const std::vector<glm::vec4> groups(kCount, glm::vec4(1.0f));
  const Vec4Array groupArray(device_, "groups", groups);
  Sum sum(device_, kCount, 4);
  for (const std::int64_t count : {kCount, std::int64_t{33}, std::int64_t{1}}) {
    SCOPED_TRACE(count);
    const auto among = [&](std::size_t i) { return static_cast<std::int64_t>(i) < count; };
    const auto sums =
        sum({{&firstArray}, {&secondArray, &groupArray, 0}, {&secondArray, &groupArray, 1}}, count);
    ASSERT_EQ(sums.size(), 3u);
    expectSame(sumOnCpu(first, among), sums[0]);
    EXPECT_EQ(sums[1], (std::array<double, 4>{}));
    expectSame(sumOnCpu(second, among), sums[2]);
  }
  EXPECT_TRUE(sum(std::vector<Sum::Summand>{}, kCount).empty());
}

// In long tests there are nearly as many elements as ids. A sum of ones in floats would stop
// growing at 2^24. The expected values are exact in double precision: a sum of n numbers of 24
// bits, where n has 24 bits, has at most 48 bits.
TEST_P(SumTest, MillionsOfElements_LoseNoDigit) {
  const std::int64_t count = test::longTests() ? 16'777'214 : 4'194'306;
  const test::ShaderFolder folder;
  folder.write("test/values.glsl",
               "void run(int i) {\n"
               "  bool odd = (i & 1) == 1;\n"
               "  o_value = vec4(0.1, float(i), odd ? -float(i) : float(i),\n"
               "                 i == 6 ? 8.673617379884035e-19 : i == 7 ? 0.0\n"
               "                 : odd ? -274877906944.0 : 274877906944.0);\n"
               "}\n");
  const Device device = test::makeDevice(GetParam(), 0, folder.library());
  Vec4Array values(device, "values", count);
  MapPass(device, {.name = "test/values", .outputs = {{"o_value", Format::Vec4}}})
      .run(count, {}, {{"o_value", values}});
  Sum sum(device, count);
  const std::array<double, 4> sums = sum(values, count);
  EXPECT_EQ(sums[0], static_cast<double>(count) * double{0.1f});
  EXPECT_EQ(sums[1], static_cast<double>(count * (count - 1) / 2));
  EXPECT_EQ(sums[2], static_cast<double>(-count / 2));
  EXPECT_EQ(sums[3], 0x1p-60);

  const float largest = std::nextafter(0x1p39f, 0.0f);
  values.fill(glm::vec4(largest, -largest, 1.0f, 0.0f));
  const std::array<double, 4> extremes = sum(values, count);
  const double expected = inUnits(units(largest) * count);
  EXPECT_DOUBLE_EQ(extremes[0], expected);
  EXPECT_DOUBLE_EQ(extremes[1], -expected);
  EXPECT_EQ(extremes[2], static_cast<double>(count));
  EXPECT_EQ(extremes[3], 0.0);
}

INSTANTIATE_TEST_SUITE_P(Engines, SumTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST(FromWideTest, TwosComplementInUnitsOf2ToTheMinus64) {
  EXPECT_EQ(fromWide({0u, 0u, 0u, 0u}), 0.0);
  EXPECT_EQ(fromWide({1u, 0u, 0u, 0u}), 0x1p-64);
  EXPECT_EQ(fromWide({0u, 1u, 0u, 0u}), 0x1p-32);
  EXPECT_EQ(fromWide({0u, 0u, 1u, 0u}), 1.0);
  EXPECT_EQ(fromWide({0u, 0u, 0u, 1u}), 0x1p32);
  EXPECT_EQ(fromWide({~0u, ~0u, ~0u, ~0u}), -0x1p-64);
  EXPECT_EQ(fromWide({0u, 0u, ~0u, ~0u}), -1.0);
  EXPECT_EQ(fromWide({0u, 0x80000000u, 2u, 0u}), 2.5);
  EXPECT_EQ(fromWide({0u, 0x80000000u, ~0u - 2u, ~0u}), -2.5);
  EXPECT_TRUE(std::isnan(fromWide({0u, 0u, 0u, 0x80000000u})));
}

}  // namespace
}  // namespace gpubuck::texel
