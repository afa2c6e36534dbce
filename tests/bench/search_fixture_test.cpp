#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bench/fixtures.h"
#include "bench/inputs.h"
#include "support/gpu_test.h"

namespace gpubuck::bench {
namespace {

constexpr std::int64_t kPoints = 300;
constexpr double kRadius = 0.12;

class SearchFixtureTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SearchFixtureTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Returns the mean number of other points, per point, with which `isOne` is true.
double pairsPerPoint(const std::vector<glm::dvec3>& points, const auto& isOne) {
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (i != j && isOne(points[i], points[j])) ++pairs;
    }
  }
  return static_cast<double>(pairs) / static_cast<double>(points.size());
}

bool isNear(const glm::dvec3& a, const glm::dvec3& b) {
  const glm::dvec3 d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z <= kRadius * kRadius;
}

/// Returns whether two points are in the same or in adjacent cells of this edge.
bool inNextCells(const glm::dvec3& a, const glm::dvec3& b, double edge) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(std::floor(a[axis] / edge) - std::floor(b[axis] / edge)) > 1.0) return false;
  }
  return true;
}

Row rowOf(const Fixture& fixture) {
  Row row;
  fixture.describe(row);
  return row;
}

SearchChoice octant(double factor, bool allCells) {
  return {.method = {.kind = cells::Method::Kind::Octant, .cellFactor = factor},
          .allCells = allCells};
}

TEST_P(SearchFixtureTest, EveryChoice_FindsTheSameNeighbours) {
  const auto points = uniformPoints(kPoints, Order::Random, kRadius);
  const double expected = pairsPerPoint(points, isNear);
  ASSERT_GT(expected, 1.0);
  const std::vector<SearchChoice> choices{{.allCells = true}, {.edge = 2.0, .allCells = true},
                                          {.edge = 2.52},     {.method = {.cellsPerCutoff = 3}},
                                          octant(2.0, true),  octant(4.0, false)};
  for (const sort::Algorithm algorithm : {sort::Algorithm::Auto, sort::Algorithm::Bitonic}) {
    for (const SearchChoice& choice : choices) {
      SearchFixture fixture({.engine = GetParam()}, algorithm, choice, {points, kRadius});
      fixture.searchJob().run();
      const Row row = rowOf(fixture);
      // No distance between these points is so near to the radius that floats could miss a pair.
      EXPECT_DOUBLE_EQ(expected, row.more.at("neighbours").get<double>()) << searchWord(choice);
      EXPECT_GE(row.more.at("candidates").get<double>(), expected) << searchWord(choice);
      EXPECT_EQ(kPoints, row.n);
    }
  }
}

TEST_P(SearchFixtureTest, PointsOnThePlanesOfOctants_AreCountedAndFindAllNeighbours) {
  // The cells are 0.25 long. The third point is in the middle of a cell. Four points are at exactly
  // the radius from it: two on lower faces of the cell, and two on upper faces, which belong to the
  // next cells.
  const double radius = 0.125;
  const std::vector<glm::dvec3> points{
      {0.125, 0.05, 0.05},  {0.125, 0.375, 0.9},  {0.125, 0.375, 0.625}, {0.0, 0.375, 0.625},
      {0.25, 0.375, 0.625}, {0.125, 0.25, 0.625}, {0.125, 0.5, 0.625},   {0.6, 0.6, 0.1}};
  SearchFixture fixture({.engine = GetParam()}, sort::Algorithm::Auto, octant(2.0, true),
                        {points, radius});
  fixture.searchJob().run();
  const Row row = rowOf(fixture);
  EXPECT_EQ(1, row.more.at("general"));
  EXPECT_EQ(6, row.more.at("secant"));
  EXPECT_EQ(1, row.more.at("central"));
  EXPECT_DOUBLE_EQ(8.0 / 8.0, row.more.at("neighbours").get<double>());
}

TEST_P(SearchFixtureTest, StandardSearch_VisitsAll27Cells) {
  const auto points = uniformPoints(kPoints, Order::Random, kRadius);
  constexpr double kEdge = 2.0;
  SearchFixture fixture({.engine = GetParam()}, sort::Algorithm::Auto,
                        {.edge = kEdge, .allCells = true}, {points, kRadius});
  fixture.searchJob().run();
  const double expected = pairsPerPoint(
      points, [](const auto& a, const auto& b) { return inNextCells(a, b, kEdge * kRadius); });
  EXPECT_DOUBLE_EQ(expected, rowOf(fixture).more.at("candidates").get<double>());
}

TEST_P(SearchFixtureTest, StandardSearchInReach_VisitsTheCellsOfTheOctant) {
  const auto points = uniformPoints(kPoints, Order::Random, kRadius);
  const auto candidates = [&](const SearchChoice& choice) {
    SearchFixture fixture({.engine = GetParam()}, sort::Algorithm::Auto, choice, {points, kRadius});
    fixture.searchJob().run();
    return rowOf(fixture).more.at("candidates").get<double>();
  };
  const double expected = candidates(octant(2.0, false));
  ASSERT_LT(expected, candidates(octant(2.0, true)));
  EXPECT_DOUBLE_EQ(expected, candidates({.edge = 2.0}));
}

TEST_P(SearchFixtureTest, AxisWalk_VisitsOwnAndNextCell) {
  const auto points = uniformPoints(kPoints, Order::Random, kRadius);
  constexpr double kEdge = 2.0;
  SearchFixture fixture({.engine = GetParam()}, sort::Algorithm::Auto,
                        {.edge = kEdge, .allCells = true}, {points, kRadius});
  const double cells = std::ceil(1.0 / (kEdge * kRadius));
  for (int axes = 0; axes < 8; ++axes) {
    fixture.walkAlongJob(axes).run();
    const double expected = pairsPerPoint(points, [&](const auto& a, const auto& b) {
      const glm::dvec3 home(std::floor(a.x / (kEdge * kRadius)),
                            std::floor(a.y / (kEdge * kRadius)),
                            std::floor(a.z / (kEdge * kRadius)));
      const glm::dvec3 cell(std::floor(b.x / (kEdge * kRadius)),
                            std::floor(b.y / (kEdge * kRadius)),
                            std::floor(b.z / (kEdge * kRadius)));
      if (cell == home) return true;
      for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 next = home;
        next[axis] = std::fmod(home[axis] + 1.0, cells);
        if ((axes >> axis & 1) != 0 && cell == next) return true;
      }
      return false;
    });
    EXPECT_DOUBLE_EQ(expected, rowOf(fixture).more.at("candidates").get<double>()) << axes;
  }
}

TEST(SearchWord, DistinguishesStandardSearch) {
  EXPECT_EQ("standard=1", searchWord({.allCells = true}));
  EXPECT_EQ("standard=2.52", searchWord({.edge = 2.52, .allCells = true}));
  EXPECT_EQ("standard=2", searchWord({.edge = 2.0}));
  EXPECT_EQ("cells27", searchWord({}));
  EXPECT_EQ("octant=2.52", searchWord(octant(2.52, true)));
}

}  // namespace
}  // namespace gpubuck::bench
