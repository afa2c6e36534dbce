// The kept list of pairs: which moves of points and cells it covers, and which pairs it selects.
#include "pairs/verlet_pairs.h"

#include <gtest/gtest.h>

#include "pairs/processor_search.h"

namespace gpubuck::pairs {
namespace {

using KeptPoints = std::vector<std::array<double, 3>>;

Cell cubicCell(double side, std::array<bool, 3> periodic = {true, true, true}) {
  Cell cell;
  for (std::size_t k = 0; k < 3; ++k) cell.vectors[k][k] = side;
  cell.periodic = periodic;
  return cell;
}

TEST(VerletPairsTest, OtherCellsOtherCountsAndLongMoves_AreNotCovered) {
  const KeptPoints points{{0.1, 0.5, 0.5}, {1.2, 0.5, 0.5}, {4.9, 0.5, 0.5}};
  const PairSettings settings{.radius = 1.0};
  VerletPairs kept(settings, 0.2);
  EXPECT_FALSE(kept.covers(points, cubicCell(5.0))) << "nothing is kept yet";
  kept.keep(points, cubicCell(5.0),
            ProcessorSearch(kept.searched()).find(points, {}, cubicCell(5.0), {}));
  EXPECT_TRUE(kept.covers(points, cubicCell(5.0)));
  EXPECT_FALSE(kept.covers(points, cubicCell(5.5)));
  EXPECT_FALSE(kept.covers(points, cubicCell(5.0, {false, true, true})));
  EXPECT_FALSE(kept.covers({points.data(), 2}, cubicCell(5.0)));
  for (const auto& [by, isCovered] : {std::pair{0.0999, true}, std::pair{0.1001, false}}) {
    KeptPoints moved = points;
    moved[1] = {points[1][0] - 0.6 * by, points[1][1] + 0.8 * by, points[1][2]};
    EXPECT_EQ(kept.covers(moved, cubicCell(5.0)), isCovered) << by;
  }
  // Both points have moved towards each other, each by nearly half of the skin.
  KeptPoints nearer = points;
  nearer[0][0] += 0.099;
  nearer[1][0] -= 0.099;
  ASSERT_TRUE(kept.covers(nearer, cubicCell(5.0)));
  const PairTable selected = kept.select(nearer, {});
  const PairTable expected = ProcessorSearch(settings).find(nearer, {}, cubicCell(5.0), {});
  EXPECT_EQ(selected.size(), expected.size());
  EXPECT_EQ(kept.select(points, {}).size(),
            ProcessorSearch(settings).find(points, {}, cubicCell(5.0), {}).size());
  EXPECT_GT(selected.size(), kept.select(points, {}).size());
}

}  // namespace
}  // namespace gpubuck::pairs
