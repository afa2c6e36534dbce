// The search of half of the cells around a point, 14 of 27. This search finds the pairs that a
// search of all cells finds, for any number of cells in the box, and tests each distance once.
#include <set>

#include "pairs/search_test.h"
#include "support/errors.h"

namespace gpubuck::pairs {
namespace {

class HalfCellsTest : public SearchTest {};
INSTANTIATE_TEST_SUITE_P(Engines, HalfCellsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Returns points in and around a cell.
Places pointsIn(const Cell& cell, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  return scattered(cell, count, 0.3, random);
}

PairSettings halfCells(ListKind kind, int cellsPerCutoff = 1) {
  return {.radius = 1.0,
          .kind = kind,
          .halfCells = true,
          .method = {.cellsPerCutoff = cellsPerCutoff},
          .sort = {}};
}

// Sides of less than one cell, of one, two and three cells, and of many cells.
TEST_P(HalfCellsTest, PeriodicBoxes_HaveEachPairOnce) {
  for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
    PairSearch search(device_, halfCells(kind));
    for (const double side : {0.7, 1.0, 1.3, 2.2, 3.1, 6.0}) {
      for (const auto& periodic : {std::array{true, true, true}, std::array{true, false, true},
                                   std::array{false, false, false}}) {
        const Places points = pointsIn(cubeOf(side), side < 2.0 ? 12 : 90, 5);
        const std::int64_t rows = expectExact(search, points, cubeOf(side, periodic));
        EXPECT_GT(rows, 0) << side;
      }
    }
  }
}

TEST_P(HalfCellsTest, TiltedCellsPlanesAndSmallerCells_HaveEachPairOnce) {
  const Cell cell = tilted({2.4, 3.0, 2.1}, 70.0, 0.4);
  const Places points = pointsIn(cell, 120, 6);
  for (int cellsPerCutoff = 1; cellsPerCutoff <= cells::kMostCellsPerCutoff; ++cellsPerCutoff) {
    EXPECT_GT(expectExact(points, cell, halfCells(ListKind::Half, cellsPerCutoff)), 0);
  }
  Places plane = points;
  for (Place& r : plane) r[2] = 0.0;
  EXPECT_GT(expectExact(plane, {}, halfCells(ListKind::Half)), 0);
}

// The points are hashed onto a grid that repeats, so that pairs reach across the sides of the grid.
TEST_P(HalfCellsTest, PointsFarApart_HaveEachPairOnce) {
  Places points;
  for (int cloud = 0; cloud < 40; ++cloud) {
    for (const Place& r : pointsIn(cubeOf(1.5), 8, 7U + static_cast<unsigned>(cloud))) {
      points.push_back({r[0] + 15.7 * cloud, r[1] + 31.3 * (cloud % 7), r[2] - 48.1 * (cloud % 5)});
    }
  }
  EXPECT_GT(expectExact(points, {}, halfCells(ListKind::Half)), 0);
  EXPECT_GT(expectExact(points, {}, halfCells(ListKind::Full, 2)), 0);
}

TEST_P(HalfCellsTest, CoincidentPointsAndDistancesAtTheRadius_AreDecidedAlike) {
  Places points(70, Place{0.5, 0.5, 0.5});
  points.insert(points.end(), 40, Place{1.5, 0.5, 0.5});
  points.insert(points.end(), 2, Place{0.5, -0.5, 0.5});
  for (const Within within : {Within::LessThan, Within::UpTo}) {
    PairSettings settings = halfCells(ListKind::Half);
    settings.within = within;
    expectExact(points, {}, settings);
    PairSearch search(device_, settings);
    search.find(points, {}, {}, kAll);
    EXPECT_EQ(70 * 40 + 70 * 2, search.ambiguous());
  }
}

TEST_P(HalfCellsTest, EveryOrder_HasTheSamePairs) {
  const Cell cell = cubeOf(2.2);
  const Places points = pointsIn(cell, 60, 8);
  const auto rowsOf = [&](PairOrder order) {
    PairSettings settings = halfCells(ListKind::Half);
    settings.order = order;
    const std::vector<ImagePair> rows =
        pairsOf(PairSearch(device_, settings).find(points, {}, cell, kAll));
    return std::multiset<ImagePair>(rows.begin(), rows.end());
  };
  EXPECT_EQ(rowsOf(PairOrder::ByBoth), rowsOf(PairOrder::ByFirst));
  EXPECT_EQ(rowsOf(PairOrder::ByBoth), rowsOf(PairOrder::Any));
}

// A window of the paper engine holds 224 candidates, fewer than these cells have.
TEST_P(HalfCellsTest, CrowdedCells_HaveEachPairOnce) {
  EXPECT_GT(expectExact(pointsIn(cubeOf(1.6), 900, 9), {}, halfCells(ListKind::Half)), 0);
}

TEST_P(HalfCellsTest, ListsOnTheGpu_TestEachDistanceOnce) {
  // All points are within one cell.
  const std::int64_t n = 50;
  const LaidOutPoints laidOut = layOut(test::randomPoints(glm::dvec3(0.9), 50), 1.0);
  const texel::Vec4Array position(device_, "points", laidOut.position);
  PairList list(device_, laidOut.layout, n, ListKind::HalfCells, {});
  list.find(position, nullptr);
  EXPECT_EQ(n * (n - 1) / 2, list.potential());
}

TEST_P(HalfCellsTest, OctantsAndTwoSets_AreRefused) {
  PairSettings settings = halfCells(ListKind::Half);
  const Places points{{0.0, 0.0, 0.0}};
  const std::string twoSets = test::messageOf<InputError>(
      [&] { PairSearch(device_, settings).find(points, points, {}, kAll); });
  EXPECT_TRUE(test::names(twoSets, {"half of the cells", "two sets"}));
  settings.method.kind = cells::Method::Kind::Octant;
  const std::string octant = test::messageOf<InputError>([&] { PairSearch(device_, settings); });
  EXPECT_TRUE(test::names(octant, {"half of the cells", "octant=2"}));
}

}  // namespace
}  // namespace gpubuck::pairs
