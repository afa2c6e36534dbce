// The nearest neighbours, compared with a brute-force search over all images of all points in
// double precision.
#include "pairs/nearest_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "pairs/search_test.h"
#include "support/errors.h"

namespace gpubuck::pairs {
namespace {

using Row = std::tuple<double, std::int32_t, Shift>;

Row rowOf(const NearestTable& table, std::size_t k) {
  return {table.distances[k], table.ids[k], table.shifts[k]};
}

/// Compares the table with all images within the largest distance in the table.
void expectNearest(const Places& points, const std::optional<Places>& others, const Cell& cell,
                   std::int64_t count, int threads = 0) {
  const Places& targets = others ? *others : points;
  const NearestTable table =
      findNearest(points, others, cell, {.count = count, .threads = threads});
  ASSERT_EQ(table.count, count);
  ASSERT_EQ(table.ids.size(), points.size() * static_cast<std::size_t>(count));
  double farthest = 0x1p-200;
  for (const double d : table.distances) farthest = std::isfinite(d) ? std::max(farthest, d) : 1e9;
  std::vector<std::vector<Row>> expected(points.size());
  for (const auto& [i, j, shift] :
       allImagePairs(points, targets, !others, 1.0001 * farthest, cell)) {
    const Place d = test::vectorOf(points[static_cast<std::size_t>(i)],
                                   targets[static_cast<std::size_t>(j)], shift, cell);
    expected[static_cast<std::size_t>(i)].emplace_back(
        std::sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]), j, shift);
  }
  const Row none{HUGE_VAL, static_cast<std::int32_t>(targets.size()), Shift{}};
  std::size_t k = 0;
  for (std::vector<Row>& rows : expected) {
    std::ranges::sort(rows);
    rows.resize(static_cast<std::size_t>(count), none);
    for (const Row& row : rows) ASSERT_EQ(rowOf(table, k++), row);
  }
}

/// Points that make a search hard: clusters of very different density with stray points, and points
/// in one place.
Places clustered(std::size_t count, double apart, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Places points;
  for (std::size_t k = 0; k < count; ++k) {
    const double at = k % 2 == 0 ? 0.0 : apart, wide = k % 2 == 0 ? 1.0 : 1e-3;
    points.push_back(
        {at + wide * normal(random), wide * normal(random), at + wide * normal(random)});
  }
  points[0] = {7.0 * apart, 0.0, -3.0};
  for (std::size_t k = 3; k < count; k += 5) points[k] = points[3];
  return points;
}

TEST(NearestSearchTest, AnyCellAndAnyPoints_MatchAllImages) {
  std::mt19937 random(21);
  for (int bits = 0; bits < 8; ++bits) {
    for (Cell cell :
         {cubeOf(1.3), tilted({2.5, 3.5, 3.0}, 40.0, 0.4), tilted({1, 9, 9}, 80, -3.0)}) {
      cell.periodic = sidesOf(bits);
      for (const std::int64_t count : {1, 5, 12, 70, 71}) {
        SCOPED_TRACE(fmt::format("sides {:b} of {}, {} neighbours", bits, cell.vectors[0], count));
        const bool isEndless = bits != 0;
        const std::size_t points = isEndless ? 25 : 90;
        expectNearest(scattered(cell, points, 1.5, random), {}, cell, count);
        expectNearest(scattered(cell, 9, 0.2, random), scattered(cell, points, 2.0, random), cell,
                      count);
        if (isEndless) expectNearest({{5.0, -3.0, 1.0}}, {}, cell, count);
      }
    }
  }
}

TEST(NearestSearchTest, ClustersStraysAndCoincidingPoints_MatchAllImages) {
  std::mt19937 random(22);
  for (const auto& [apart, side] : {std::pair(50.0, 400.0), std::pair(3.0, 4.0)}) {
    for (int bits = 0; bits < 8; ++bits) {
      const Places points = clustered(120, apart, random);
      for (const std::int64_t count : {1, 12}) {
        SCOPED_TRACE(fmt::format("sides {:b} of {}, {} neighbours", bits, side, count));
        expectNearest(points, {}, cubeOf(side, sidesOf(bits)), count);
      }
    }
  }
}

TEST(NearestSearchTest, EqualDistances_ComeByNumberAndShift) {
  Places lattice;
  for (int k = 0; k < 64; ++k) {
    lattice.push_back({0.1 * (k % 4), 0.1 * (k / 4 % 4), 0.1 * (k / 16)});
  }
  for (const std::int64_t count : {3, 6, 26}) {
    expectNearest(lattice, {}, {}, count);
    expectNearest(lattice, {}, cubeOf(0.4), count);
  }
}

TEST(NearestSearchTest, FewerThanAskedFor_LeaveRowsOfNone) {
  expectNearest({{0, 0, 0}, {1, 0, 0}}, {}, {}, 4);
  expectNearest({{0, 0, 0}, {1, 0, 0}}, Places{}, cubeOf(2.0), 2);
  expectNearest({}, {}, cubeOf(2.0), 2);
}

TEST(NearestSearchTest, AnyNumberOfThreads_GivesTheSame) {
  std::mt19937 random(23);
  const Cell cell = tilted({6.0, 7.0, 8.0}, 70.0, 0.3);
  const Places points = scattered(cell, 1500, 0.4, random);
  const NearestTable one = findNearest(points, {}, cell, {.count = 6, .threads = 1});
  const NearestTable seven = findNearest(points, {}, cell, {.count = 6, .threads = 7});
  EXPECT_EQ(one.ids, seven.ids);
  EXPECT_EQ(one.distances, seven.distances);
  EXPECT_EQ(one.shifts, seven.shifts);
}

TEST(NearestSearchTest, SidesShortAgainstTheDistances_AreNoLimit) {
  // The neighbours are 1000 sides away along the open side, and images of the point itself are
  // nearer.
  const Places far{{0, 0, 0}, {0.3, 0.2, 1000.0}, {0.1, 0.7, -1000.0}};
  const Cell sheet = cubeOf(1.0, {true, true, false});
  expectNearest(far, {}, sheet, 8);
  const NearestTable between = findNearest(far, Places{{0.5, 0.5, 1e5}}, sheet, {.count = 1});
  EXPECT_EQ(between.shifts[1], (Shift{0, 0, 0}));
  EXPECT_DOUBLE_EQ(between.distances[1], std::sqrt(99000.0 * 99000.0 + 0.13));
}

TEST(NearestSearchTest, WrongArguments_AreRejected) {
  const Places points{{0, 0, 0}, {1, 0, 0}};
  const auto message = [&](const Places& of, const Cell& cell, const NearestSettings& settings) {
    return test::messageOf<InputError>([&] { findNearest(of, {}, cell, settings); });
  };
  EXPECT_TRUE(test::names(message(points, {}, {.count = 0}), {"neighbours", "1", "0"}));
  EXPECT_TRUE(test::names(message({{0, 0, NAN}}, {}, {}), {"point 0", "z", "nan"}));
  EXPECT_TRUE(test::names(message(points, cubeOf(0.0), {}), {"cell"}));
  EXPECT_TRUE(test::names(message({{1e300, 0, 0}, {0, 0, 0}}, {}, {}), {"points", "apart"}));
  const std::string full = test::messageOf<RunError>(
      [&] { findNearest(points, {}, {}, {.count = 1'000'000, .memory = 1'000'000}); });
  EXPECT_TRUE(test::names(full, {"main memory", "1000000", "2", "49", "MB"}));
}

TEST(NearestSearchTest, ExceptionOfLook_EndsTheSearch) {
  struct Ended {};
  EXPECT_THROW(
      findNearest(Places(500, Place{1, 2, 3}), {}, {}, {.count = 3}, [] { throw Ended(); }), Ended);
}

}  // namespace
}  // namespace gpubuck::pairs
