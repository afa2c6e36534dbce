// The search on the processor, compared with a brute-force search over all images of all points in
// double precision. pair_search_test.cpp compares the search on the GPU in the same way. The table
// of a search must equal the brute-force table bit for bit.
#include "pairs/processor_search.h"

#include <numeric>

#include "pairs/search_test.h"
#include "support/errors.h"

namespace gpubuck::pairs {
namespace {

/// Compares the pairs with a brute-force search over all images of all points. Returns the number
/// of pairs.
std::int64_t expectAllImages(const Places& points, const std::optional<Places>& others,
                             const Cell& cell, const PairSettings& settings) {
  const PairTable table = ProcessorSearch(settings).find(points, others, cell, kAll);
  std::vector<ImagePair> expected = allImagePairs(points, others.value_or(points), !others,
                                                  settings.radius, cell, settings.within);
  if (settings.kind == ListKind::Half && !others) expected = test::halfOf(expected);
  expectTable(table, expected, points, others.value_or(points), cell);
  return table.size();
}

TEST(ProcessorSearchTest, AnyCellAndAnyPoints_GiveAllImages) {
  std::mt19937 random(3);
  std::int64_t pairs = 0;
  for (int bits = 0; bits < 8; ++bits) {
    for (Cell cell :
         {cubeOf(0.7), tilted({2.5, 3.5, 3.0}, 40.0, 0.4), tilted({9, 9, 9}, 80, -3.0)}) {
      cell.periodic = sidesOf(bits);
      SCOPED_TRACE(fmt::format("sides {:b} of {}", bits, cell.vectors[0]));
      const PairSettings settings{.radius = 1.1,
                                  .within = bits % 3 == 0 ? Within::UpTo : Within::LessThan,
                                  .kind = bits % 2 == 0 ? ListKind::Full : ListKind::Half};
      pairs += expectAllImages(scattered(cell, 70, 1.5, random), {}, cell, settings);
      expectAllImages(scattered(cell, 9, 0.2, random), scattered(cell, 12, 2.0, random), cell,
                      settings);
      expectAllImages({}, {}, cell, settings);
      expectAllImages({{5.0, -3.0, 1.0}}, {}, cell, settings);
    }
  }
  EXPECT_GT(pairs, 10'000);
}

TEST(ProcessorSearchTest, StrayPointsLinesAndPairsAtTheCutOff) {
  std::mt19937 random(4);
  const double most = std::numeric_limits<double>::max();
  Places stray = test::placesOf(test::randomPoints(glm::dvec3(4.0), 300));
  stray.insert(stray.end(),
               {{1e9, 0, 0}, {1e9, 0.5, 0}, {0, -1e300, 2}, {most, 0, 0}, {-most, 0, 0}});
  EXPECT_GT(expectAllImages(stray, {}, {}, {.radius = 1.0}), 1000);
  Places diagonal;
  for (int k = 0; k < 600; ++k) diagonal.push_back({2.0 * k, 2.0 * k, -2.0 * k + 0.5 * (k % 2)});
  EXPECT_GT(expectAllImages(diagonal, {}, {}, {.radius = 3.5, .kind = ListKind::Half}), 200);
  Places lattice;
  for (int k = 0; k < 216; ++k)
    lattice.push_back({0.1 * (k % 6), 0.1 * (k / 6 % 6), 0.1 * (k / 36)});
  for (const double radius : {0.1, std::nextafter(0.1, 1.0), 0.3}) {
    for (const Within within : {Within::LessThan, Within::UpTo}) {
      expectAllImages(lattice, {}, cubeOf(0.6), {.radius = radius, .within = within});
    }
  }
}

TEST(ProcessorSearchTest, ManyPoints_EveryOrderAndNumberOfThreads) {
  std::mt19937 random(5);
  const Cell cell = tilted({11.0, 12.0, 13.0}, 70.0, 0.3);
  const Places points = scattered(cell, 1300, 0.4, random);
  const auto expected = allImagePairs(points, points, true, 1.2, cell);
  ASSERT_GT(expected.size(), 4000);
  for (const PairOrder order : {PairOrder::Any, PairOrder::ByFirst, PairOrder::ByBoth}) {
    for (const int threads : {1, 7}) {
      const ProcessorSearch search({.radius = 1.2, .order = order}, threads);
      const PairTable table = search.find(points, {}, cell, kAll);
      EXPECT_EQ(table.offsets.empty(), order == PairOrder::Any);
      std::vector<ImagePair> pairs = pairsOf(table);
      std::ranges::sort(pairs);
      EXPECT_EQ(pairs, expected);
      if (order != PairOrder::ByBoth) continue;
      expectTable(table, expected, points, points, cell);
      EXPECT_EQ(search.find(points, {}, cell, {false, false, false, false}).second, table.second);
    }
  }
}

/// Systems of several sizes are searched at once. The expected table joins the tables of the single
/// systems.
TEST(ProcessorSearchTest, Systems_NeverSeeEachOther) {
  std::mt19937 random(6);
  Places points;
  std::vector<std::int64_t> starts{0};
  std::vector<Cell> cells;
  std::vector<ImagePair> expected;
  for (const std::size_t count : {5, 0, 1, 40, 0, 300, 2, 0}) {
    Cell cell = tilted({2.0, 2.5, 3.0}, 55.0, 0.5);
    cell.periodic = sidesOf(static_cast<int>(cells.size()));
    const Places own = scattered(cell, count, 0.5, random);
    for (auto [i, j, s] : allImagePairs(own, own, true, 1.0, cell)) {
      const auto first = static_cast<std::int32_t>(points.size());
      expected.emplace_back(first + i, first + j, s);
    }
    points.insert(points.end(), own.begin(), own.end());
    starts.push_back(std::ssize(points));
    cells.push_back(cell);
  }
  const ProcessorSearch search({.radius = 1.0});
  const PairTable table = search.findInSystems(points, starts, cells, kAll);
  EXPECT_GT(table.size(), 1000);
  EXPECT_EQ(pairsOf(table), expected);
  ASSERT_EQ(table.offsets.size(), points.size() + 1);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_GE(table.offsets[static_cast<std::size_t>(table.first[k]) + 1],
              static_cast<std::int64_t>(k));
  }
  EXPECT_EQ(search.findInSystems({}, std::vector<std::int64_t>{0}, {}, kAll).offsets,
            std::vector<std::int64_t>{0});

  const auto error = [&](std::vector<std::int64_t> wrong) {
    return test::messageOf<InputError>([&] { search.findInSystems(points, wrong, cells, kAll); });
  };
  EXPECT_TRUE(test::names(error({0, 1}), {"systems", "8 cells", "2"}));
  EXPECT_TRUE(test::names(error({0, 5, 4, 6, 46, 46, 346, 348, 348}),
                          {"systems", "start 2", "4", "5", "348"}));
  EXPECT_TRUE(test::names(error({0, 5, 5, 6, 46, 46, 346, 347, 347}),
                          {"systems", "start 8", "347", "348"}));
  points[20][1] = NAN;
  EXPECT_TRUE(test::names(error(starts), {"system 3", "point 14", "y", "nan"}));
}

TEST(ProcessorSearchTest, ReportEndsASearch_AndPairsBeyondMemoryAreCounted) {
  const Places heap(3000, Place{});
  struct Stopped {};
  const ProcessorSearch search({.radius = 1.0});
  EXPECT_THROW(search.find(heap, {}, {}, kAll, [](const SearchProgress&) { throw Stopped(); }),
               Stopped);
  // A pair counts once, whether it has one row or two rows.
  const Places few(300, Place{});
  for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
    for (const bool isBetween : {false, true}) {
      std::int64_t pairs = 0;
      ProcessorSearch({.radius = 1.0, .kind = kind})
          .find(few, isBetween ? std::optional(few) : std::nullopt, {}, kAll,
                [&](const SearchProgress& progress) { pairs = progress.pairs.value_or(pairs); });
      EXPECT_EQ(pairs, isBetween ? 90'000 : 44'850);
    }
  }
  const ProcessorSearch small({.radius = 1.0, .memory = 1'000'000});
  EXPECT_TRUE(test::names(test::messageOf<RunError>([&] { small.find(heap, {}, {}, kAll); }),
                          {"4498500 pairs", "540", "MB", "1"}));
}

}  // namespace
}  // namespace gpubuck::pairs
