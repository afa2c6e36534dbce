#include "bench/inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>
#include <numeric>
#include <utility>

namespace gpubuck::bench {
namespace {

constexpr std::uint64_t kBucketSeed = 1;
constexpr std::uint64_t kMovedSeed = 2;
constexpr std::uint64_t kTargetSeed = 3;
constexpr std::uint64_t kPointSeed = 4;
constexpr std::uint64_t kKeySeed = 5;

}  // namespace

const char* orderWord(Order order) { return order == Order::Random ? "random" : "cell"; }

std::vector<std::uint32_t> randomBuckets(std::int64_t elements, std::int64_t buckets, Order order) {
  std::vector<std::uint32_t> bucketOf(static_cast<std::size_t>(elements));
  for (std::size_t i = 0; i < bucketOf.size(); ++i) {
    bucketOf[i] = randomBelow(static_cast<std::uint64_t>(buckets), kBucketSeed, i);
  }
  if (order == Order::Cell) std::sort(bucketOf.begin(), bucketOf.end());
  return bucketOf;
}

std::vector<std::uint32_t> moveElements(std::vector<std::uint32_t> bucketOf, std::int64_t moved,
                                        std::int64_t buckets) {
  // Chooses the first `moved` elements of a shuffled order.
  std::vector<std::uint32_t> deck(bucketOf.size());
  std::iota(deck.begin(), deck.end(), 0U);
  for (std::size_t k = 0; k < static_cast<std::size_t>(moved); ++k) {
    std::swap(deck[k], deck[k + randomBelow(deck.size() - k, kMovedSeed, k)]);
    const std::uint32_t other =
        randomBelow(static_cast<std::uint64_t>(buckets - 1), kTargetSeed, k);
    std::uint32_t& bucket = bucketOf[deck[k]];
    bucket = other < bucket ? other : other + 1;
  }
  return bucketOf;
}

std::vector<std::uint32_t> randomKeys(std::int64_t keys, int bits) {
  std::vector<std::uint32_t> result(static_cast<std::size_t>(keys));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = randomBelow(std::uint64_t{1} << bits, kKeySeed, i);
  }
  return result;
}

std::vector<glm::dvec3> uniformPoints(std::int64_t points, Order order, double edge) {
  std::vector<glm::dvec3> result(static_cast<std::size_t>(points));
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      result[i][axis] = randomUnit(kPointSeed, 3 * i + static_cast<std::size_t>(axis));
    }
  }
  if (order == Order::Random) return result;
  const double cells = std::ceil(1.0 / edge);
  const auto cellOf = [&](const glm::dvec3& r) {
    const glm::dvec3 cell = glm::floor(r / edge);
    return cell.x + cells * (cell.y + cells * cell.z);
  };
  std::stable_sort(result.begin(), result.end(),
                   [&](const glm::dvec3& a, const glm::dvec3& b) { return cellOf(a) < cellOf(b); });
  return result;
}

double neighboursInCube(std::int64_t points, double radius) {
  // `chance` is the probability that two random points of the unit cube are at most s <= 1 apart,
  // the integral of the density in Philip, "The probability distribution of the distance between
  // two random points in a box" (2007).
  constexpr double kPi = std::numbers::pi;
  const double s = radius;
  const double chance =
      s * s * s * (4.0 / 3.0 * kPi + s * (-1.5 * kPi + s * (8.0 / 5.0 - s / 6.0)));
  return static_cast<double>(points - 1) * chance;
}

double radiusFor(std::int64_t points, double neighbours) {
  double low = 0.0;
  double high = 1.0;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (neighboursInCube(points, middle) < neighbours ? low : high) = middle;
  }
  return high;
}

double vanDerCorput(std::uint32_t base, std::uint64_t index) {
  double value = 0.0;
  double place = 1.0;
  for (; index > 0; index /= base) {
    place /= base;
    value += place * static_cast<double>(index % base);
  }
  return value;
}

std::vector<std::uint32_t> weaklyDisorderedCells(std::int64_t particles) {
  constexpr int kSide = 32;
  constexpr std::array<std::uint32_t, 4> kBases{2, 3, 5, 7};  // bases of the sequences for x, y and
                                                              // their moves
  const auto cellOf = [](double x, double y) {
    return kSide * static_cast<std::uint32_t>(x * kSide) + static_cast<std::uint32_t>(y * kSide);
  };
  std::vector<std::uint32_t> before(static_cast<std::size_t>(particles)), order(before.size());
  for (std::uint32_t j = 0; j < before.size(); ++j) {
    before[j] = cellOf(vanDerCorput(kBases[0], j), vanDerCorput(kBases[1], j));
  }
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return before[a] < before[b]; });
  std::vector<std::uint32_t> after;
  after.reserve(order.size());
  for (const std::uint32_t j : order) {
    const auto moved = [&](std::size_t axis) {
      const double x = vanDerCorput(kBases[axis], j) + vanDerCorput(kBases[axis + 2], j) / kSide;
      return x - std::floor(x);
    };
    after.push_back(cellOf(moved(0), moved(1)));
  }
  return after;
}

}  // namespace gpubuck::bench
