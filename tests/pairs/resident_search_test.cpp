// The search whose points and results stay on the GPU, compared with a brute-force search over all
// images of all points.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "pairs/resident_test.h"
#include "support/errors.h"
#include "support/long_tests.h"

namespace gpubuck::pairs {
namespace {

TEST_F(ResidentSearchTest, SystemsOfEverySizeAndCell_GiveAllImages) {
  std::mt19937 random(3);
  for (const bool isHalf : {false, true}) {
    const PairSettings settings{.radius = 1.1,
                                .within = isHalf ? Within::UpTo : Within::LessThan,
                                .kind = isHalf ? ListKind::Half : ListKind::Full};
    ResidentSearch search(settings);
    expectAllImages(search, {});
    Systems systems;
    for (int bits = 0; bits < 8; ++bits) {
      int turn = bits;
      for (Cell cell : {cubeOf(0.7), tilted({2.5, 3.5, 3.0}, 40.0, 0.4),
                        tilted({9, 9, 9}, 80, -3.0), tilted({1.5, 1.5, 20.0}, 90.0, 0.1)}) {
        // The brute-force search takes long, so that by default only every second cell is tested.
        if (turn++ % 2 != 0 && !test::longTests()) continue;
        cell.periodic = sidesOf(bits);
        systems.add(scattered(cell, static_cast<std::size_t>(1 + 17 * bits % 60), 1.5, random),
                    cell, settings);
        if (bits % 3 == 0) systems.add({}, cell, settings);
      }
    }
    EXPECT_GT(systems.expected.size(), test::longTests() ? 5'000 : 2'500);
    expectAllImages(search, systems);
    Systems alone;  // this system is searched between two searches of more points
    alone.add({{5.0, -3.0, 1.0}}, cubeOf(0.7), settings);
    expectAllImages(search, alone);
    expectAllImages(search, systems);
  }
}

TEST_F(ResidentSearchTest, CrowdedStrayAndAtTheCutOff) {
  std::mt19937 random(4);
  for (const auto& [radius, within] :
       {std::pair(0.1, Within::LessThan), std::pair(0.3, Within::UpTo)}) {
    const PairSettings settings{.radius = radius, .within = within};
    Systems systems;
    Places lattice;
    for (int k = 0; k < 216; ++k) {
      lattice.push_back({0.1 * (k % 6), 0.1 * (k / 6 % 6), 0.1 * (k / 36)});
    }
    systems.add(lattice, cubeOf(0.6), settings);
    systems.add(Places(40, Place{1.0, 2.0, 3.0}), {}, settings);
    Places stray = test::placesOf(test::randomPoints(glm::dvec3(1.0), 200));
    stray.insert(stray.end(), {{5e6, 0, 0}, {5e6, 0.05, 0}, {-5e6, 0, 1}});
    systems.add(stray, cubeOf(1.0, {false, true, false}), settings);
    ResidentSearch search(settings);
    expectAllImages(search, systems);
  }
}

// Exact distances of these points lie close to the middle between two neighbouring floating-point
// numbers. A root with an error of one unit would therefore be rounded wrongly, and a cut-off with
// such an error would let in too many or too few pairs.
TEST_F(ResidentSearchTest, Decimals_AreDecidedAndRoundedAsOnAProcessor) {
  Places plane;
  for (int k = 0; k < 14 * 14; ++k) plane.push_back({0.0, 0.1 * (k % 14), 0.1 * (k / 14)});
  for (const double radius : {0.5, 1.0, 1.3}) {
    for (const Within within : {Within::LessThan, Within::UpTo}) {
      const PairSettings settings{.radius = radius, .within = within};
      Systems systems;
      systems.add(plane, {}, settings);
      ResidentSearch search(settings);
      expectAllImages(search, systems);
    }
  }
}

TEST_F(ResidentSearchTest, FloatsAndWideNumbers) {
  const std::vector<float> points{0.1F, 0.2F, 0.3F, 0.9F, 0.2F, 0.3F, 0.5F, 0.7F, 0.3F};
  const Cell cell = cubeOf(1.0);
  Places places;
  for (std::size_t i = 0; i < 3; ++i) {
    places.push_back({points[3 * i], points[3 * i + 1], points[3 * i + 2]});
  }
  const std::vector<ImagePair> expected = allImagePairs(places, places, true, 0.65, cell);
  ASSERT_EQ(expected.size(), 10);
  ResidentSearch search({.radius = 0.65});
  const std::vector<std::int64_t> starts{0, 3};
  const std::vector<Cell> cells{cell};
  const ResidentTable found =
      search.find(machine_, {.points = {reinterpret_cast<std::uint64_t>(points.data()), 3},
                             .isDouble = false,
                             .starts = starts,
                             .cells = cells});
  ASSERT_EQ(found.rows, 10);
  const auto ids = numbersIn<std::int64_t>(found.ids, 20);
  const auto distances = numbersIn<float>(found.distances, 10);
  const auto vectors = numbersIn<float>(found.vectors, 30);
  for (std::size_t k = 0; k < 10; ++k) {
    const auto& [i, j, s] = expected[k];
    EXPECT_EQ(ids[k], i);
    EXPECT_EQ(ids[10 + k], j);
    const Place d = test::vectorOf(places[static_cast<std::size_t>(i)],
                                   places[static_cast<std::size_t>(j)], s, cell);
    for (std::size_t m = 0; m < 3; ++m) EXPECT_EQ(vectors[3 * k + m], static_cast<float>(d[m]));
    EXPECT_EQ(distances[k], static_cast<float>(std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])));
  }
}

// A search assumes a length of rows from the previous search. If a row is longer, or rows of this
// length would take too much memory, the search visits the cells a second time to fill the rows.
TEST_F(ResidentSearchTest, RowsOfAnyLength_AreFoundAndSoIsTheNextSearch) {
  const PairSettings settings{.radius = 1.0};
  ResidentSearch search(settings);
  Systems few, crowded;
  few.add({{0, 0, 0}, {0.5, 0, 0}, {5, 0, 0}}, {}, settings);
  crowded.add(Places(150, Place{1.0, 2.0, 3.0}), {}, settings);
  crowded.add({{0, 0, 0}, {0.5, 0, 0}}, {}, settings);
  for (const Systems* const systems : {&few, &crowded, &crowded, &few, &crowded}) {
    expectAllImages(search, *systems);
  }
}

TEST_F(ResidentSearchTest, Capacity_GivesThePairsWithoutReadingThem) {
  std::mt19937 random(8);
  const Cell cell = tilted({2.5, 3.5, 3.0}, 40.0, 0.4);
  for (const PairOrder order : {PairOrder::ByBoth, PairOrder::ByFirst}) {
    const PairSettings settings{.radius = 1.1, .order = order};
    ResidentSearch search(settings);
    Systems systems;
    systems.add(scattered(cell, 40, 1.5, random), cell, settings);
    const auto pairs = std::ssize(systems.expected);
    ASSERT_GT(pairs, 100);
    for (const std::int64_t capacity : {std::int64_t{0}, pairs - 1, pairs, pairs + 70}) {
      SCOPED_TRACE(capacity);
      machine_.downloads = 0;
      const ResidentTable found = search.find(
          machine_, inputOf(systems), {.offsets = true, .isWide = false, .capacity = capacity});
      EXPECT_EQ(machine_.downloads, 0);
      EXPECT_EQ(found.rows, capacity);
      EXPECT_EQ(numbersIn<std::int64_t>(found.found, 1).front(), pairs);
      const PairTable table = tableOf(found, 40);
      EXPECT_EQ(table.offsets.back(), pairs);
      if (capacity < pairs) continue;
      std::vector<ImagePair> all = pairsOf(table);
      for (auto k = static_cast<std::size_t>(pairs); std::cmp_less(k, capacity); ++k) {
        EXPECT_EQ(all[k], ImagePair(40, 40, {}));
        EXPECT_EQ(table.distances[k], 0.0);
        EXPECT_EQ(table.vectors[k], Place{});
      }
      all.resize(static_cast<std::size_t>(pairs));
      if (order == PairOrder::ByFirst) std::ranges::sort(all);
      EXPECT_EQ(all, systems.expected);
    }
    systems.points[7][1] = NAN;
    systems.points[23][1] = INFINITY;
    const ResidentTable bad = search.find(machine_, inputOf(systems), {.capacity = 9});
    EXPECT_EQ(numbersIn<std::int64_t>(bad.found, 1).front(), -1 - 7);
  }
}

TEST_F(ResidentSearchTest, BadPointsAndCells_AreNamed) {
  const PairSettings settings{.radius = 1.0};
  ResidentSearch search(settings);
  const auto error = [&](const Place& bad, const Cell& cell) {
    Systems systems;
    systems.points = {{0, 0, 0}, {0.5, 0, 0}, bad};
    systems.starts = {0, 1, 3};
    systems.cells = {cubeOf(2.0), cell};
    return test::messageOf<InputError>([&] { tableOf(search, systems); });
  };
  const test::Facts far{"point 2 of system 1", "1e+08"};
  EXPECT_TRUE(test::names(error({0, NAN, 0}, {}), far));
  EXPECT_TRUE(test::names(error({0, 0, INFINITY}, cubeOf(2.0)), far));
  EXPECT_TRUE(test::names(error({1.1e8, 0, 0}, {}), far));
  EXPECT_TRUE(test::names(error({0, -1e300, 0}, cubeOf(2.0)), far));
  EXPECT_TRUE(test::names(error({6e7, 0, 0}, cubeOf(2.0)), far)) << "the way to its cell counts";
  EXPECT_TRUE(test::names(error({0, 0, 0}, cubeOf(0.001)),
                          {"system 1", "cell", "GPU", "1/500", "16777216"}));
  EXPECT_TRUE(
      test::names(error({0, 0, 0}, tilted({1, 1, 1}, 0.0, 0.0)), {"system 1", "cell", "plane"}));
}

}  // namespace
}  // namespace gpubuck::pairs
