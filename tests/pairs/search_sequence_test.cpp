// Several calls of one search: data left by an earlier call changes nothing.
#include "pairs/search_test.h"
#include "support/compilations.h"
#include "support/property.h"

namespace gpubuck::pairs {
namespace {

class SearchSequenceTest : public SearchTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SearchSequenceTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(SearchSequenceTest, MovedPointsAndOtherCells_CompileNothing) {
  std::mt19937 random(10);
  PairSearch search(device_, {.radius = 1.0});
  Cell cell = tilted({14.0, 14.0, 14.0}, 75.0, 0.1);
  search.find(scattered(cell, 9000, 0.0, random), {}, cell, kAll);
  const test::CountedCompilations compilations;
  for (int n = 0; n < 5; ++n) {
    cell = tilted({14.0 + 0.2 * n, 14.0, 14.0 - 0.3 * n}, 75.0 - n, 0.05 * n);
    const Places points = scattered(cell, 9000 - 40 * static_cast<std::size_t>(n), 0.1, random);
    EXPECT_GT(search.find(points, {}, cell, kAll).size(), 9000);
  }
  EXPECT_EQ(compilations.count(), 0);
}

// The search must notice that the points have changed although their number stays the same. In
// every second search all points are near each other. In the other searches half of the points are
// far away. In some of these searches the gap is so long that its tiles cannot be numbered.
TEST_P(SearchSequenceTest, OneSearch_AlternatesDistantAndNearPoints) {
  std::mt19937 random(13);
  PairSearch search(device_, {.radius = 0.9});
  const Cell cell = cubeOf(3.0, {false, false, false});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double far : {0.0, 1e15, 0.0, 5e3, 0.0, -1e15, 0.0}) {
      Places points = scattered(cell, 60, 0.0, random);
      for (std::size_t i = 0; i < 30; ++i) points[i][axis] += far;
      SCOPED_TRACE(fmt::format("axis {}, {} away", axis, far));
      EXPECT_GT(expectExact(search, points, cell), 30);
    }
  }
}

// If a point is far away along an axis, the gap is removed. Distances along this axis must
// nevertheless stay exact up to the cut-off.
TEST_P(SearchSequenceTest, PairsNearTheCutOff_AreFoundDespiteADistantPoint) {
  const double radius = 0.9;
  PairSearch search(device_, {.radius = radius});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double far : {1e15, -1e15}) {
      for (const double less : {1e-4, 1e-5, 1e-6, 1e-12}) {
        Places points(3, Place{0.3, -0.2, 0.1});
        points[1][axis] += radius * (1.0 - less);
        points[2][axis] = far;
        SCOPED_TRACE(fmt::format("axis {}, {} away, {} within", axis, far, less));
        EXPECT_EQ(expectExact(search, points, {}), 2);
      }
    }
  }
}

// Calls must not depend on data that earlier calls have left on the GPU or the processor. The calls
// differ in the number of points, in their distances, in the cell, and in the number of sets, which
// is one or two. Some calls are refused: if a periodic side leans, a distant point along an open
// side can be too many periodic sides away from the origin.
TEST_P(SearchSequenceTest, AnyCalls_EqualThoseOfNewSearches) {
  test::expectProperty(12, [&] {
    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    const PairSettings settings{.radius = 0.9,
                                .kind = *rc::gen::element(ListKind::Full, ListKind::Half)};
    PairSearch search(device_, settings);
    const int calls = *rc::gen::inRange(2, 6);
    for (int call = 0; call < calls; ++call) {
      const double side = *rc::gen::element(1.5, 4.0, 30.0);
      Cell cell = *rc::gen::element(cubeOf(side), tilted({side, side, 0.5 * side}, 50.0, 0.3));
      cell.periodic = sidesOf(*rc::gen::inRange(0, 8));
      const auto scatter = [&](std::size_t most) {
        const auto count = *rc::gen::inRange<std::size_t>(0, most);
        Places points = scattered(cell, count, *rc::gen::element(0.0, 0.5), random);
        // Distant points are outside of the grid, or so far away that the tiles before them cannot
        // be numbered.
        const double far = *rc::gen::element(0.0, 0.0, 3e3, -1e15);
        for (std::size_t k = 0; k < 3 && far != 0.0 && count > 0; ++k) {
          if (cell.periodic[k]) continue;
          for (const double beside : {0.0, 0.5}) {
            Place stray = points[0];
            stray[k] += far;
            stray[(k + 1) % 3] += beside;
            points.push_back(stray);
          }
        }
        return points;
      };
      const Places points = scatter(*rc::gen::element(4, 60, 1500) / (side < 2.0 ? 10 : 1) + 1);
      const bool areTwo = *rc::gen::inRange(0, 3) == 0;
      const Places others = areTwo ? scatter(40) : points;
      const auto find = [&] {
        return areTwo ? search.find(points, others, cell, kAll)
                      : search.find(points, {}, cell, kAll);
      };
      if (isTooFar(points, cell) || isTooFar(others, cell)) {
        RC_ASSERT_THROWS_AS(find(), InputError);
        continue;
      }
      auto expected = allImagePairs(points, others, !areTwo, settings.radius, cell);
      if (!areTwo && settings.kind == ListKind::Half) expected = test::halfOf(expected);
      RC_ASSERT(pairsOf(find()) == expected);
    }
  });
}

}  // namespace
}  // namespace gpubuck::pairs
