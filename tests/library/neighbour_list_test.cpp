// Pairs in any cell through the library. The search itself is tested in tests/pairs. The cases here
// are from the tests of vesin (https://github.com/Luthaf/vesin), whose conventions the library
// follows.
#include "gpubuck/neighbour_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "gpubuck/nearest.h"
#include "support/compilations.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck {
namespace {

using Shift = std::array<std::int32_t, 3>;

class LibraryNeighbourListTest : public test::EngineTest {
 protected:
  LibraryNeighbourListTest()
      : context_(Context::headless(
            {.engine = GetParam() == texel::Engine::Fast ? Engine::Fast : Engine::Paper})) {}

  PairTable halfList(const std::vector<Point>& points, const Cell& cell, double cutoff) {
    return NeighbourList(context_, cutoff, {.full = false}).find(points, cell);
  }

  Context context_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LibraryNeighbourListTest,
                         ::testing::ValuesIn(test::testedEngines()), test::engineName);

Cell periodicCell(const Point& a, const Point& b, const Point& c) {
  return {.vectors = {{a, b, c}}, .periodic = {true, true, true}};
}

TEST_P(LibraryNeighbourListTest, PointsWithoutACell) {
  const std::vector<Point> points{{0.134, 1.282, 1.701},
                                  {-0.273, 1.026, -1.471},
                                  {1.922, -0.124, 1.900},
                                  {1.400, -0.464, 0.480},
                                  {0.149, 1.865, 0.635}};
  const std::map<std::pair<int, int>, double> expected{
      {{0, 1}, 3.2082345612501593}, {{0, 2}, 2.283282943482914},  {{0, 3}, 2.4783286706972505},
      {{0, 4}, 1.215100818862369},  {{1, 3}, 2.9707625283755013}, {{1, 4}, 2.3059143522689647},
      {{2, 3}, 1.550639867925496},  {{2, 4}, 2.9495550511899244}, {{3, 4}, 2.6482573515427084}};
  const PairTable found =
      halfList(points, {.vectors = {}, .periodic = {false, false, false}}, 3.42);
  ASSERT_EQ(found.first.size(), expected.size());
  for (std::size_t k = 0; k < found.first.size(); ++k) {
    EXPECT_DOUBLE_EQ(found.distances[k], expected.at({found.first[k], found.second[k]}));
    EXPECT_EQ(found.shifts[k], Shift{});
  }
}

TEST_P(LibraryNeighbourListTest, FaceCentredCubicUnitCell) {
  const PairTable found =
      halfList({{0, 0, 0}}, periodicCell({0, 1.5, 1.5}, {1.5, 0, 1.5}, {1.5, 1.5, 0}), 3.0);
  const std::map<Shift, Point> expected{
      {{-1, 0, 1}, {1.5, 0.0, -1.5}}, {{-1, 1, 0}, {1.5, -1.5, 0.0}},
      {{0, -1, 1}, {0.0, 1.5, -1.5}}, {{0, 0, 1}, {1.5, 1.5, 0.0}},
      {{0, 1, 0}, {1.5, 0.0, 1.5}},   {{1, 0, 0}, {0.0, 1.5, 1.5}}};
  ASSERT_EQ(found.first.size(), expected.size());
  for (std::size_t k = 0; k < found.first.size(); ++k) {
    EXPECT_EQ(found.vectors[k], expected.at(found.shifts[k]));
    EXPECT_DOUBLE_EQ(found.distances[k], 2.1213203435596424);
  }
}

TEST_P(LibraryNeighbourListTest, LargeCellAndPointsOutside) {
  const PairTable found =
      halfList({{0, 0, 0}, {0, 2, 0}, {0, 0, 2}, {-6, 0, 0}, {-6, -2, 0}, {-6, 0, -2}},
               periodicCell({54, 0, 0}, {0, 54, 0}, {0, 0, 54}), 2.1);
  EXPECT_EQ(std::vector(found.first.begin(), found.first.end()),
            (std::vector<std::int32_t>{0, 0, 3, 3}));
  EXPECT_EQ(std::vector(found.second.begin(), found.second.end()),
            (std::vector<std::int32_t>{1, 2, 4, 5}));
  EXPECT_EQ(std::ranges::count(found.shifts, Shift{}), 4);
  EXPECT_EQ(std::ranges::count(found.distances, 2.0), 4);
}

TEST_P(LibraryNeighbourListTest, CutOffLongerThanTheCell) {
  const Cell cell = periodicCell({0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5});
  const PairTable found = halfList({{0, 0, 0}}, cell, 0.6);
  EXPECT_EQ(std::vector(found.shifts.begin(), found.shifts.end()),
            (std::vector<Shift>{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}));
  EXPECT_EQ(std::vector(found.vectors.begin(), found.vectors.end()),
            (std::vector<Point>{{0, 0, 0.5}, {0, 0.5, 0}, {0.5, 0, 0}}));
  EXPECT_EQ(std::ranges::count(found.distances, 0.5), 3);
}

TEST_P(LibraryNeighbourListTest, SlantedCellWithDistantImages) {
  const PairTable found =
      halfList({{1.42, 0, 0}, {2.84, 0, 0}, {3.55, -1.22975607, 0}, {4.97, -1.22975607, 0}},
               periodicCell({4.26, -2.45951215, 0}, {2.13, 1.22975607, 0}, {0, 0, 50}), 6.4);
  EXPECT_EQ(found.size(), 90);
  std::set<Shift> shifts;
  for (std::size_t k = 0; k < found.first.size(); ++k) {
    if (found.first[k] == 0 && found.second[k] == 3) shifts.insert(found.shifts[k]);
  }
  for (const Shift& shift : {Shift{-2, 0, 0}, Shift{-2, 1, 0}, Shift{-2, 2, 0}}) {
    EXPECT_TRUE(shifts.contains(shift));
  }
}

TEST_P(LibraryNeighbourListTest, NegativeCoordinatesWithoutACell) {
  std::vector<Point> points{{3.87166034, 1.63896135, 22.14371739},
                            {3.19075223, 1.6182371, 22.87858863},
                            {5.01141342, 1.73904134, 20.79729257}};
  NeighbourList list(context_, 8.0);
  EXPECT_EQ(list.find(points).size(), 6);
  for (Point& r : points) r = {r[0] - 15.0, r[1] - 15.0, r[2] - 15.0};
  const PairTable found = list.find(points);
  EXPECT_EQ(std::vector(found.first.begin(), found.first.end()),
            (std::vector<std::int32_t>{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(std::vector(found.second.begin(), found.second.end()),
            (std::vector<std::int32_t>{1, 2, 0, 2, 0, 1}));
}

// A square cell that is periodic along both sides. Its third side is zero and not periodic.
TEST_P(LibraryNeighbourListTest, FlatCellWithoutAThirdSide) {
  const std::vector<Point> points{{0.0, 2.5, 0.0}, {2.0, 0.0, 0.0}};
  const Cell cell{.vectors = {{{4.0, 0, 0}, {0, 4.5, 0}, {0, 0, 0}}},
                  .periodic = {true, true, false}};
  std::set<std::tuple<int, int, Shift>> found;
  const PairTable table = NeighbourList(context_, 3.0).find(points, cell);
  for (std::size_t k = 0; k < table.first.size(); ++k) {
    found.insert({table.first[k], table.second[k], table.shifts[k]});
  }
  // The pairs cross the side along y, at the distance sqrt(2^2 + 2^2). Without crossing this side,
  // the distance sqrt(2^2 + 2.5^2) would be beyond the cut-off.
  EXPECT_EQ(found,
            (std::set<std::tuple<int, int, Shift>>{
                {0, 1, {0, 1, 0}}, {0, 1, {-1, 1, 0}}, {1, 0, {0, -1, 0}}, {1, 0, {1, -1, 0}}}));
}

TEST_P(LibraryNeighbourListTest, PolymerAndSheet_NeighbourTheirImages) {
  std::vector<Point> chain;
  for (int n = 0; n < 8; ++n) chain.push_back({1.54 * n, 0.0, 0.0});
  const Cell along{.vectors = {{{8 * 1.54, 0, 0}, {0, 18, 0}, {0, 0, 18}}},
                   .periodic = {true, false, false}};
  for (const double cutoff : {3.0, 5.0, 7.0, 10.0, 30.0}) {
    EXPECT_EQ(NeighbourList(context_, cutoff).find(chain, along).size(),
              8 * 2 * static_cast<int>(cutoff / 1.54))
        << cutoff;
  }
  // In graphene, shells at the distances of 1, sqrt(3), 2, sqrt(7) and 3 bonds hold 3, 6, 3, 6 and
  // 6 neighbours.
  const double bond = 2.46 / std::sqrt(3.0);
  const std::vector<Point> sheet{{0, 0, 0}, {1.23, bond / 2.0, 0}};
  const Cell plane{.vectors = {{{2.46, 0, 0}, {1.23, 1.5 * bond, 0}, {0, 0, 18}}},
                   .periodic = {true, true, false}};
  int expected = 0;
  for (const auto& [shell, neighbours] : std::map<double, int>{
           {1.0, 3}, {std::sqrt(3.0), 6}, {2.0, 3}, {std::sqrt(7.0), 6}, {3.0, 6}}) {
    expected += 2 * neighbours;
    EXPECT_EQ(NeighbourList(context_, bond * (shell + 0.05)).find(sheet, plane).size(), expected);
  }
}

TEST_P(LibraryNeighbourListTest, HugeCellOfFewPoints) {
  std::vector<Point> points;
  for (int n = 0; n < 1000; ++n) points.push_back({-500.0 * n, 300.0 * n, 7.0 * n});
  points.push_back({2.0, 1e7, 1.0});
  const PairTable found = NeighbourList(context_, 8.0)
                              .find(points, periodicCell({1e7, 0, 0}, {0, 1e7, 0}, {0, 0, 1e7}));
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found.shifts[0], (Shift{0, -1, 0}));
}

TEST_P(LibraryNeighbourListTest, Trajectory_CompilesOnce) {
  std::vector<Point> points{{0, 0, 0}, {1.5, 0, 0}, {0, 1.5, 0}, {0, 0, 1.5}};
  NeighbourList list(context_, 3.0, {.full = false, .order = PairOrder::Any});
  const Cell cell = periodicCell({5, 0, 0}, {0, 5, 0}, {0, 0, 5});
  EXPECT_EQ(list.find(points, cell).size(), 6);
  const test::CountedCompilations compilations;
  for (int step = 1; step < 20; ++step) {
    for (Point& r : points) r = {r[0] + 0.7, r[1] - 1.3, r[2] + 0.1};
    const PairTable found = list.find(points, cell);
    EXPECT_EQ(found.size(), 6) << step;
    EXPECT_TRUE(found.offsets.empty());
  }
  NeighbourList second(context_, 2.0, {.full = false});
  second.find(points, cell);
  EXPECT_EQ(compilations.count(), 0);
}

TEST_P(LibraryNeighbourListTest, TwoSetsAndMovedObjects) {
  NeighbourList list(context_, 1.5);
  NeighbourList moved = std::move(list);
  list = std::move(moved);
  const std::vector<Point> points{{0, 0, 0}, {4, 0, 0}};
  const std::vector<Point> others{{1, 0, 0}, {0, 0, 0}, {9, 9, 9}};
  const PairTable found = list.findBetween(points, others, {}, {.vectors = false});
  EXPECT_EQ(found.offsets, (std::vector<std::int64_t>{0, 2, 2}));
  EXPECT_EQ(found.second, (decltype(found.second){0, 1}));
  EXPECT_EQ(found.distances, (decltype(found.distances){1.0, 0.0}));
  EXPECT_TRUE(found.vectors.empty());
  EXPECT_EQ(list.cutoff(), 1.5);
  EXPECT_TRUE(list.options().full);
}

TEST_P(LibraryNeighbourListTest, Callback_CancelsASearchAndTheListStaysUsable) {
  struct Ended {};
  std::vector<Point> points;
  for (int k = 0; k < 2000; ++k) {
    points.push_back({0.01 * (k % 20), 0.01 * (k / 20 % 20), 0.01 * (k / 400)});
  }
  NeighbourList list(context_, 0.1);
  const PairTable whole = list.find(points);
  std::int64_t calls = 0;
  const auto count = [&] { ++calls; };
  EXPECT_EQ(list.find(points, {}, {}, count).second, whole.second);
  const std::int64_t most = calls;
  EXPECT_GE(most, 3);  // counting, listing, writing
  for (std::int64_t last = 1; last <= 3; ++last) {
    calls = 0;
    const auto end = [&] {
      if (++calls == last) throw Ended();
    };
    EXPECT_THROW(list.find(points, {}, {}, end), Ended);
    EXPECT_EQ(calls, last);
    const PairTable again = list.find(points);
    EXPECT_EQ(again.second, whole.second);
    EXPECT_EQ(again.distances, whole.distances);
    EXPECT_EQ(again.offsets, whole.offsets);
  }
}

TEST_P(LibraryNeighbourListTest, MemoryLimitOfTheCaller_IsCheckedBeforeAllocation) {
  const std::vector<Point> heap(100, Point{});
  EXPECT_TRUE(test::names(
      test::messageOf<RunError>([&] {
        NeighbourList(context_, 1.0).find(heap, {}, {.callerBytes = std::int64_t{1} << 44});
      }),
      {"main memory", "4950 pairs"}));
}

TEST_P(LibraryNeighbourListTest, HalfOfTheCells_HasTheSameRows) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> within(-1.0, 1.0);
    std::vector<Point> points(20 + 15 * seed);
    for (Point& r : points) r = {3.0 * within(random), 2.0 * within(random), 4.0 * within(random)};
    Cell cell = periodicCell({2.5, 0, 0}, {within(random), 3.0, 0}, {within(random), 0.5, 2.0});
    for (bool& side : cell.periodic) side = within(random) > -0.3;
    for (const bool full : {true, false}) {
      for (const char* search : {"cells27", "cells-per-cutoff=2"}) {
        const NeighbourListOptions options{.full = full, .search = search};
        NeighbourListOptions half = options;
        half.halfCells = true;
        const PairTable expected = NeighbourList(context_, 1.1, options).find(points, cell);
        const PairTable found = NeighbourList(context_, 1.1, half).find(points, cell);
        EXPECT_GT(expected.size(), 10);
        EXPECT_EQ(found.first, expected.first) << seed << ' ' << search;
        EXPECT_EQ(found.second, expected.second) << seed << ' ' << search;
        EXPECT_EQ(found.shifts, expected.shifts) << seed << ' ' << search;
        EXPECT_EQ(found.distances, expected.distances) << seed << ' ' << search;
        EXPECT_EQ(found.offsets, expected.offsets) << seed << ' ' << search;
      }
    }
  }
}

// Among few points the processor searches, always in all cells. It refuses this option, too, so
// that errors do not depend on the number of points.
TEST_P(LibraryNeighbourListTest, HalfOfTheCells_IsRefusedWhereThereIsNone) {
  const auto expectRefused = [](const auto& make) {
    const std::string octant =
        test::messageOf<InputError>([&] { make({.search = "octant=2", .halfCells = true}); });
    EXPECT_TRUE(test::contains(octant, "half of the cells: cannot be searched with octant=2"))
        << octant;
    const std::vector<Point> points{{0.0, 0.0, 0.0}};
    const std::string twoSets =
        test::messageOf<InputError>([&] { make({.halfCells = true}).findBetween(points, points); });
    EXPECT_TRUE(test::contains(twoSets, "half of the cells: is not allowed between two sets"))
        << twoSets;
  };
  expectRefused(
      [&](const NeighbourListOptions& with) { return NeighbourList(context_, 1.0, with); });
  expectRefused([](const NeighbourListOptions& with) { return NeighbourList(1.0, with); });
}

TEST_P(LibraryNeighbourListTest, ArgumentsOutOfRange_AreInputErrors) {
  const auto message = [&](double cutoff, const NeighbourListOptions& options) {
    return test::messageOf<InputError>([&] { NeighbourList(context_, cutoff, options); });
  };
  for (const double cutoff : {0.0, -12.0, HUGE_VAL, std::nan("")}) {
    EXPECT_TRUE(test::names(message(cutoff, {}), {"positive"}));
  }
  EXPECT_TRUE(test::names(message(1.0, {.search = "cells28"}), {"cells28", "cells27"}));
  const std::vector<Point> points{{0, 0, 0}, {0.5, 0.5, 0.5}};
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] {
                            NeighbourList(context_, 1.2).find(points, periodicCell({}, {}, {}));
                          }),
                          {"cell", "side 0"}));
}

TEST_P(LibraryNeighbourListTest, FewPointsAreSearchedOnTheProcessor) {
  EXPECT_FALSE(NeighbourList(context_, 1.0).isOnProcessor(1)) << "an engine was chosen";
  NeighbourList open(Context::headless(), 1.0);
  EXPECT_TRUE(open.isOnProcessor(kProcessorPoints));
  NeighbourList own(0.6, {.full = false, .threads = 1});
  EXPECT_TRUE(own.isOnProcessor(100 * kProcessorPoints));
  const Cell cell = periodicCell({0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5});
  const std::vector<Point> points{{0, 0, 0}, {7, 0, 0}, {7.1, 0, 0}};
  EXPECT_EQ(own.find(points, cell).vectors, halfList(points, cell, 0.6).vectors);
  const PairTable systems =
      own.findInSystems(points, std::vector<std::int64_t>{0, 1, 3}, std::vector<Cell>{cell, {}});
  EXPECT_EQ(std::vector(systems.first.begin(), systems.first.end()),
            (std::vector<std::int32_t>{0, 0, 0, 1}));
  EXPECT_EQ(systems.second[3], 2);
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] { NeighbourList(1.0, {.threads = -1}); }),
                          {"threads", "0", "-1"}));
}

TEST(LibraryNearestTest, NearestImagesComeInOrder) {
  const Cell cell = periodicCell({4, 0, 0}, {0, 4, 0}, {0, 0, 4});
  const std::vector<Point> points{{0, 0, 0}, {3, 0, 0}, {1.5, 0, 0}}, others{{0, 0, 9}};
  const NearestTable own = nearest(points, 3, cell);
  EXPECT_EQ(std::vector(own.ids.begin(), own.ids.begin() + 3),
            (std::vector<std::int32_t>{1, 2, 2}));
  EXPECT_EQ(std::vector(own.distances.begin(), own.distances.begin() + 3),
            (std::vector<double>{1.0, 1.5, 2.5}));
  EXPECT_EQ(own.shifts[0], (Shift{-1, 0, 0}));
  EXPECT_EQ(nearest(points, 1, cell, others).shifts[0], (Shift{0, 0, -2}));
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] { nearest(points, 1, cell, {}, -1); }),
                          {"threads", "0", "-1"}));
}

}  // namespace
}  // namespace gpubuck
