#include "bench/inputs.h"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace gpubuck::bench {
namespace {

TEST(RandomBits, EqualSplitMix64) {
  // The first outputs of the authors' generator with seed 1234567, and the first output of Java's
  // generator with seed 0.
  EXPECT_EQ(6457827717110365317U, randomBits(1234567, 0));
  EXPECT_EQ(3203168211198807973U, randomBits(1234567, 1));
  EXPECT_EQ(0xe220a8397b1dcdafU, randomBits(0, 0));
}

RC_GTEST_PROP(RandomBelow, StaysBelowItsLimit, ()) {
  const auto limit = *rc::gen::inRange<std::uint64_t>(1, (std::uint64_t{1} << 32) + 1);
  RC_ASSERT(randomBelow(limit, *rc::gen::arbitrary<std::uint64_t>(),
                        *rc::gen::arbitrary<std::uint64_t>()) < limit);
}

TEST(RandomUnit, IsInTheHalfOpenUnitInterval) {
  double sum = 0.0;
  constexpr int kCount = 10000;
  for (int i = 0; i < kCount; ++i) {
    const double value = randomUnit(7, static_cast<std::uint64_t>(i));
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }
  // The mean of 10,000 numbers of variance 1/12 is normally distributed with a standard deviation
  // of 0.0029. The tolerance is five standard deviations.
  EXPECT_NEAR(0.5, sum / kCount, 0.0145);
}

TEST(RandomBuckets, AreReproducibleAndInRange) {
  const auto cells = randomBuckets(1000, 37, Order::Random);
  ASSERT_EQ(1000U, cells.size());
  EXPECT_EQ(cells, randomBuckets(1000, 37, Order::Random));
  EXPECT_LT(*std::max_element(cells.begin(), cells.end()), 37U);
  EXPECT_FALSE(std::is_sorted(cells.begin(), cells.end()));
}

TEST(RandomBuckets, InCellOrder_AreTheSameSorted) {
  auto cells = randomBuckets(1000, 37, Order::Random);
  std::sort(cells.begin(), cells.end());
  EXPECT_EQ(cells, randomBuckets(1000, 37, Order::Cell));
}

RC_GTEST_PROP(MoveElements, MovesTheExactNumberToOtherBuckets, ()) {
  const auto count = *rc::gen::inRange<std::int64_t>(0, 300);
  const auto buckets = *rc::gen::inRange<std::int64_t>(2, 9);
  const auto moved = *rc::gen::inRange<std::int64_t>(0, count + 1);
  const auto before = randomBuckets(count, buckets, Order::Random);
  const auto after = moveElements(before, moved, buckets);
  RC_ASSERT(after.size() == before.size());
  std::int64_t differ = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    RC_ASSERT(after[i] < buckets);
    if (after[i] != before[i]) ++differ;
  }
  // If an element moved twice, it would be counted once, or be back in its bucket, and the count
  // would be too small.
  RC_ASSERT(differ == moved);
}

TEST(RandomKeys, HaveTheRequestedBits) {
  for (const int bits : {1, 10, 30, 32}) {
    const auto keys = randomKeys(1000, bits);
    ASSERT_EQ(1000U, keys.size());
    const std::uint64_t largest = *std::max_element(keys.begin(), keys.end());
    EXPECT_LT(largest, std::uint64_t{1} << bits);
    // The probability that all 1000 keys are in the lower half is 2^-1000.
    EXPECT_GE(largest, (std::uint64_t{1} << bits) / 2);
  }
}

TEST(UniformPoints, AreTheSameInBothOrders) {
  constexpr double kEdge = 0.3;
  auto random = uniformPoints(500, Order::Random, kEdge);
  auto byCell = uniformPoints(500, Order::Cell, kEdge);
  ASSERT_EQ(500U, random.size());
  const auto cellOf = [](const glm::dvec3& r) {
    return std::vector<int>{static_cast<int>(r.z / kEdge), static_cast<int>(r.y / kEdge),
                            static_cast<int>(r.x / kEdge)};
  };
  for (std::size_t i = 0; i < byCell.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_GE(byCell[i][axis], 0.0);
      ASSERT_LT(byCell[i][axis], 1.0);
    }
    if (i > 0) {
      ASSERT_LE(cellOf(byCell[i - 1]), cellOf(byCell[i]));
    }
  }
  const auto before = [](const glm::dvec3& a, const glm::dvec3& b) { return a.x < b.x; };
  std::sort(random.begin(), random.end(), before);
  std::sort(byCell.begin(), byCell.end(), before);
  EXPECT_EQ(random, byCell);
}

TEST(NeighboursInCube, EqualsTheCount) {
  constexpr std::int64_t kCount = 1500;
  const auto points = uniformPoints(kCount, Order::Random, 1.0);
  for (const double radius : {0.1, 0.3, 1.0}) {
    std::int64_t pairs = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const glm::dvec3 d = points[i] - points[j];
        if (d.x * d.x + d.y * d.y + d.z * d.z <= radius * radius) ++pairs;
      }
    }
    const double expected = neighboursInCube(kCount, radius);
    // Pairs that share a point are not independent. The relative deviation of the number of pairs
    // is therefore bounded by the relative deviation of the number of neighbours of single points,
    // which is at most 1 / sqrt(points) here. The tolerance is five deviations.
    EXPECT_NEAR(1.0, 2.0 * static_cast<double>(pairs) / kCount / expected,
                5.0 / std::sqrt(static_cast<double>(kCount)));
  }
}

TEST(NeighboursInCube, MatchesThePublishedPairs) {
  // The published text says of 1,000,000 points and the radius 0.03: "the actual pair list is about
  // 55e6".
  EXPECT_NEAR(54.7e6, neighboursInCube(1'000'000, 0.03) * 1e6 / 2.0, 0.05e6);
}

TEST(RadiusFor, InvertsTheNumberOfNeighbours) {
  for (const double radius : {0.01, 0.2, 0.9}) {
    EXPECT_NEAR(radius, radiusFor(5000, neighboursInCube(5000, radius)), 1e-12);
  }
}

TEST(RadiusFor, TooFewPoints_GiveTheWholeCube) { EXPECT_EQ(1.0, radiusFor(10, 50.0)); }

TEST(VanDerCorput, BeginsAsPublished) {
  const std::vector<double> binary{0.0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875};
  for (std::size_t i = 0; i < binary.size(); ++i) EXPECT_EQ(binary[i], vanDerCorput(2, i));
  const std::vector<double> ternary{0.0, 1.0 / 3, 2.0 / 3, 1.0 / 9, 4.0 / 9, 7.0 / 9};
  for (std::size_t i = 0; i < ternary.size(); ++i) {
    EXPECT_NEAR(ternary[i], vanDerCorput(3, i), 1e-15);
  }
}

}  // namespace
}  // namespace gpubuck::bench
