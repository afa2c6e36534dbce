// Neighbours through the library, compared with a look at all pairs.
#include "gpubuck/neighbours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck {
namespace {

using test::contains;
using test::messageOf;

class LibraryNeighboursTest : public test::EngineTest {
 protected:
  LibraryNeighboursTest()
      : context_(Context::headless(
            {.engine = GetParam() == texel::Engine::Fast ? Engine::Fast : Engine::Paper})) {}

  Context context_;
};

constexpr double kSide = 7.0;

std::vector<Point> scatteredPoints(int count, int dimensions) {
  std::vector<Point> points;
  std::uint32_t state = 5;
  for (int i = 0; i < count; ++i) {
    Point point{};
    for (int axis = 0; axis < dimensions; ++axis) {
      state = state * 1664525U + 1013904223U;
      point[static_cast<std::size_t>(axis)] = kSide * (state >> 8) / 16777216.0;
    }
    points.push_back(point);
  }
  return points;
}

bool areNear(const Point& a, const Point& b, double radius, const std::optional<Box>& box) {
  double squared = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double d = std::abs(a[axis] - b[axis]);
    if (box && box->periodic[axis]) d = std::min(d, box->size[axis] - d);
    squared += d * d;
  }
  return squared <= radius * radius;
}

void expectAllPairs(const std::vector<Point>& points, double radius, const std::optional<Box>& box,
                    const Neighbours& both, const Neighbours& once) {
  ASSERT_EQ(both.offsets.size(), points.size() + 1);
  ASSERT_EQ(once.offsets.size(), points.size() + 1);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<std::int32_t> expected;
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (j != i && areNear(points[i], points[j], radius, box)) {
        expected.push_back(static_cast<std::int32_t>(j));
      }
    }
    const auto found = both.of(static_cast<std::int64_t>(i));
    ASSERT_EQ(std::vector(found.begin(), found.end()), expected) << "point " << i;
    std::erase_if(expected, [&](std::int32_t j) { return static_cast<std::size_t>(j) < i; });
    const auto later = once.of(static_cast<std::int64_t>(i));
    ASSERT_EQ(std::vector(later.begin(), later.end()), expected) << "point " << i;
    pairs += expected.size();
  }
  EXPECT_GT(pairs, points.size());
  EXPECT_EQ(once.ids.size(), pairs);
  EXPECT_EQ(both.ids.size(), 2 * pairs);
}

TEST_P(LibraryNeighboursTest, EqualALookAtAllPairs) {
  for (const int dimensions : {2, 3}) {
    const std::vector<Point> points = scatteredPoints(400, dimensions);
    Box open{.size = {kSide, kSide, kSide}, .dimensions = dimensions};
    Box periodic = open;
    periodic.periodic = {true, true, dimensions == 3};
    for (const std::optional<Box>& box :
         {std::optional<Box>(), std::optional<Box>(open), std::optional<Box>(periodic)}) {
      const NeighbourOptions options{.box = box};
      expectAllPairs(points, 1.25, box, findNeighbours(context_, points, 1.25, options),
                     findPairs(context_, points, 1.25, options));
    }
  }
}

TEST_P(LibraryNeighboursTest, AreTheSameWithEverySearch) {
  const std::vector<Point> points = scatteredPoints(400, 3);
  const Box box{.size = {kSide, kSide, kSide}, .periodic = {true, true, true}};
  const Neighbours expected = findNeighbours(context_, points, 1.25, {.box = box});
  EXPECT_GT(expected.ids.size(), points.size());
  for (const char* search : {"cells-per-cutoff=2", "octant", "octant=2.5"}) {
    SCOPED_TRACE(search);
    const Neighbours found = findNeighbours(context_, points, 1.25, {.box = box, .search = search});
    EXPECT_EQ(found.offsets, expected.offsets);
    EXPECT_EQ(found.ids, expected.ids);
  }
}

TEST_P(LibraryNeighboursTest, APairAtExactlyTheRadiusCounts) {
  const std::vector<Point> points{{0.0, 0.0, 0.0}, {3.0, 4.0, 0.0}, {0.0, 0.0, 5.000000000001}};
  EXPECT_EQ(findPairs(context_, points, 5.0).ids, std::vector<std::int32_t>{1});
}

TEST_P(LibraryNeighboursTest, NoPointsHaveNone) {
  const Neighbours none = findNeighbours(context_, {}, 1.0);
  EXPECT_EQ(none.offsets, std::vector<std::int64_t>{0});
  EXPECT_TRUE(none.ids.empty());
}

TEST_P(LibraryNeighboursTest, ArgumentsOutOfRangeAreInputErrors) {
  const std::vector<Point> points{{1.0, 1.0, 1.0}, {1.0, 9.0, 1.0}};
  const auto messageFor = [&](double radius, const NeighbourOptions& options) {
    return messageOf<InputError>([&] { findNeighbours(context_, points, radius, options); });
  };
  EXPECT_TRUE(contains(messageFor(0.0, {}), "search radius: 0"));
  EXPECT_TRUE(contains(messageFor(std::nan(""), {}), "search radius: nan"));
  EXPECT_TRUE(contains(messageFor(1.0, {.search = "cells28"}), "'cells28' is none of cells27"));
  EXPECT_TRUE(contains(messageFor(1.0, {.box = Box{.size = {8.0, 8.0, 8.0}}}),
                       "point 1: y 9 is outside of the box"));
  EXPECT_TRUE(contains(
      messageFor(5.0, {.box = Box{.size = {9.5, 20.0, 20.0}, .periodic = {true, false, false}}}),
      "is over half of the periodic side 9.5 along x"));
  EXPECT_TRUE(contains(messageFor(1.0, {.box = Box{.size = {9.0, 9.0, 9.0}, .dimensions = 4}}),
                       "box: 4 dimensions are neither 2 nor 3"));
  EXPECT_TRUE(contains(messageFor(1.0, {.box = Box{.size = {9.0, 9.0, 9.0},
                                                   .periodic = {true, true, true},
                                                   .dimensions = 2}}),
                       "periodic along z"));
  const std::vector<Point> wrong{{0.0, 0.0, std::numeric_limits<double>::infinity()}};
  EXPECT_TRUE(contains(messageOf<InputError>([&] { findPairs(context_, wrong, 1.0); }),
                       "point 0: z inf is not finite"));
}

INSTANTIATE_TEST_SUITE_P(Engines, LibraryNeighboursTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

}  // namespace
}  // namespace gpubuck
