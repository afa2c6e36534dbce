// The results of a search: columns, orders and errors.
#include "pairs/search_test.h"
#include "support/errors.h"

namespace gpubuck::pairs {
namespace {

using test::messageOf;
using test::names;

class PairTableTest : public SearchTest {};
INSTANTIATE_TEST_SUITE_P(Engines, PairTableTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PairTableTest, EveryOrderAndEveryQuantity) {
  std::mt19937 random(8);
  const Cell cell = tilted({3.0, 3.0, 3.0}, 75.0, 0.2);
  const Places points = scattered(cell, 80, 0.1, random);
  const auto expected = allImagePairs(points, points, true, 1.0, cell);
  ASSERT_GT(expected.size(), 100);
  for (const PairOrder order : {PairOrder::Any, PairOrder::ByFirst, PairOrder::ByBoth}) {
    PairSearch search(device_, {.radius = 1.0, .order = order});
    const PairTable table = search.find(points, {}, cell, kAll);
    std::vector<ImagePair> pairs = pairsOf(table);
    EXPECT_EQ(table.offsets.empty(), order == PairOrder::Any);
    EXPECT_EQ(std::ranges::is_sorted(pairs), order == PairOrder::ByBoth);
    EXPECT_EQ(std::ranges::is_sorted(table.first), order != PairOrder::Any);
    std::ranges::sort(pairs);
    EXPECT_EQ(pairs, expected);
    for (int bits = 0; bits < 16; ++bits) {
      const auto [shifts, distances, vectors] = sidesOf(bits % 8);
      const bool first = bits < 8;
      const PairTable some = search.find(points, {}, cell, {first, shifts, distances, vectors});
      EXPECT_TRUE(first ? some.first == table.first : some.first.empty());
      EXPECT_EQ(some.second, table.second);
      EXPECT_EQ(some.offsets, table.offsets);
      EXPECT_TRUE(shifts ? some.shifts == table.shifts : some.shifts.empty());
      EXPECT_TRUE(distances ? some.distances == table.distances : some.distances.empty());
      EXPECT_TRUE(vectors ? some.vectors == table.vectors : some.vectors.empty());
    }
  }
}

/// Returns the clusters of points. Each cluster is grown from its point with the lowest number.
Clusters clustersByGrowth(std::int64_t points, const std::vector<ImagePair>& pairs) {
  Clusters clusters;
  std::vector<std::vector<std::int32_t>> members;
  std::vector<bool> isTaken(static_cast<std::size_t>(points), false);
  for (std::int32_t start = 0; start < points; ++start) {
    if (isTaken[static_cast<std::size_t>(start)]) continue;
    std::vector<std::int32_t> cluster{start};
    isTaken[static_cast<std::size_t>(start)] = true;
    for (std::size_t k = 0; k < cluster.size(); ++k) {
      for (const auto& [one, other, shift] : pairs) {
        if (one != cluster[k] || isTaken[static_cast<std::size_t>(other)]) continue;
        isTaken[static_cast<std::size_t>(other)] = true;
        cluster.push_back(other);
      }
    }
    members.push_back(cluster);
  }
  std::ranges::stable_sort(members, std::ranges::greater(), &std::vector<std::int32_t>::size);
  clusters.ofPoint.resize(static_cast<std::size_t>(points));
  for (const auto& cluster : members) {
    for (const std::int32_t point : cluster) {
      clusters.ofPoint[static_cast<std::size_t>(point)] =
          static_cast<std::int32_t>(clusters.sizes.size());
    }
    clusters.sizes.push_back(std::ssize(cluster));
  }
  return clusters;
}

TEST_P(PairTableTest, Clusters_AreThoseThatGrow) {
  std::mt19937 random(9);
  const Cell cell = tilted({4.0, 4.0, 4.0}, 75.0, 0.2);
  constexpr PairQuantities kNone{
      .first = false, .shifts = false, .distances = false, .vectors = false};
  for (const int count : {0, 1, 2, 40, 130}) {
    const Places points = scattered(cell, count, 0.1, random);
    const Clusters expected =
        clustersByGrowth(count, allImagePairs(points, points, true, 0.8, cell));
    if (count == 40) {
      EXPECT_GT(expected.sizes.size(), 5U);
      EXPECT_GT(expected.sizes[0], 2);
    }
    for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
      PairSearch search(device_, {.radius = 0.8, .kind = kind});
      const Clusters found = clustersOf(count, search.find(points, {}, cell, kNone));
      EXPECT_EQ(found.ofPoint, expected.ofPoint) << count;
      EXPECT_EQ(found.sizes, expected.sizes) << count;
    }
  }
  PairSearch unordered(device_, {.radius = 0.8, .order = PairOrder::Any});
  const Places one{{0.0, 0.0, 0.0}};
  EXPECT_THROW(clustersOf(1, unordered.find(one, {}, cell, kNone)), RunError);
}

TEST_P(PairTableTest, InvalidArguments_AreReportedWithValue) {
  const auto error = [&](const Places& points, const Cell& cell, double radius = 1.0) {
    PairSearch search(device_, {.radius = radius});
    return messageOf<InputError>([&] { search.find(points, {}, cell, kAll); });
  };
  const Places one{{0.0, 0.0, 0.0}};
  const auto of = [](const Place& a, const Place& b, const Place& c,
                     std::array<bool, 3> periodic = {true, true, true}) {
    return Cell{.vectors = {{a, b, c}}, .periodic = periodic};
  };
  EXPECT_TRUE(names(error(one, of({0, 0, 0}, {0, 1, 0}, {0, 0, 1})),
                    {"cell", "(0, 0, 0)", "side 0", "1e-60", "1e60"}));
  EXPECT_TRUE(names(error(one, of({NAN, 0, 0}, {0, 1, 0}, {0, 0, 1})), {"side 0"}));
  const test::Facts parallel{"cell", "parallel"};
  EXPECT_TRUE(
      names(error(one, of({1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {true, true, false})), parallel));
  EXPECT_TRUE(names(error(one, of({1, 2, 3}, {std::sqrt(2.0), std::sqrt(8.0), std::sqrt(18.0)},
                                  {0, 0, 1}, {true, true, false})),
                    parallel));
  const test::Facts flat{"cell", "plane"};
  EXPECT_TRUE(names(error(one, of({1, 0, 0}, {0, 1, 0}, {0.5, 0.5, 0})), flat));
  EXPECT_TRUE(
      names(error(one, of({1, 0, 0}, {0, 1, 0}, {std::sqrt(2.0), std::sqrt(3.0), 0})), flat));
  EXPECT_TRUE(names(error(one, of({1, 0, 0}, {3, 0, 0}, {0, 0, 1})), flat));
  EXPECT_TRUE(names(error({{0, 0, 0}, {0, NAN, 0}}, {}), {"point 1", "y", "nan"}));
  EXPECT_TRUE(names(error({{2e9, 0, 0}}, cubeOf(1.0)), {"point 0", "(2000000000, 0, 0)", "2^29"}));
  EXPECT_TRUE(names(error({{1e300, 0, 0}}, cubeOf(1.0)), {"point 0", "(1e+300, 0, 0)"}));
  EXPECT_TRUE(names(error(one, cubeOf(0.001)), {"16777215"}));
  EXPECT_TRUE(names(error(one, cubeOf(1e-30)), {"16777215"}));
  EXPECT_TRUE(names(error({{1e8, 0, 0}}, cubeOf(1.0), 1e-9), {"cut-off", "1e-09"}));
  EXPECT_TRUE(names(messageOf<InputError>([&] { PairSearch(device_, {.radius = -1.0}); }),
                    {"search radius", "-1"}));
  PairSearch search(device_, {});
  EXPECT_TRUE(names(messageOf<InputError>([&] {
                      search.find(one, Places{{0, 0, INFINITY}}, {}, kAll);
                    }),
                    {"other point 0", "z", "inf"}));
  EXPECT_EQ(search.find(one, {}, cubeOf(0.9), kAll).size(), 6) << "the object is whole";
}

TEST_P(PairTableTest, PairsLargerThanMemory_AreReportedWithTheirNumber) {
  const Places heap(100, Place{});
  PairSearch search(device_, {.radius = 1.0, .memory = 100'000});
  EXPECT_TRUE(names(messageOf<RunError>([&] { search.find(heap, {}, {}, kAll); }),
                    {"4950 pairs", "1", "MB"}));
}

}  // namespace
}  // namespace gpubuck::pairs
