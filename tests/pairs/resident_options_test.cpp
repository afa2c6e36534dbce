// Options of the search on the GPU: cut-offs per pair of types, two sets, a matrix, a kept list.
#include "pairs/processor_search.h"
#include "pairs/resident_test.h"
#include "support/errors.h"

namespace gpubuck::pairs {
namespace {

using test::messageOf;
using test::names;

/// Types 0 and 2 are never neighbours. 0.2 and 0.1 are distances of the lattice in mixedSystems().
const TypeCutoffs kCutoffs({0.2, 0.05, 0.0, 0.05, 1e-7, 0.1, 0.0, 0.1, 0.15});
constexpr double kSkin = 0.1;
const PairSettings kHalf{.radius = kCutoffs.largest() + kSkin, .kind = ListKind::Half};

std::vector<std::int32_t> typesFor(std::size_t points) {
  std::vector<std::int32_t> types;
  std::mt19937 random(9);
  for (std::size_t i = 0; i < points; ++i) types.push_back(static_cast<std::int32_t>(random() % 3));
  return types;
}

/// Removes the pairs that are not neighbours by the cut-off of their types.
void keepNear(Systems& systems, std::span<const std::int32_t> types, Within within) {
  std::erase_if(systems.expected, [&](const ImagePair& pair) {
    const auto& [i, j, s] = pair;
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    const auto system =
        std::ranges::upper_bound(systems.starts, std::int64_t{i}) - systems.starts.begin() - 1;
    const Place d = test::vectorOf(systems.points[a], systems.points[b], s,
                                   systems.cells[static_cast<std::size_t>(system)]);
    const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double length = kCutoffs.lengths()[static_cast<std::size_t>(3 * types[a] + types[b])];
    return length == 0.0 ||
           (within == Within::LessThan ? std::sqrt(squared) >= length : squared > length * length);
  });
}

/// Returns a lattice with pairs at all cut-offs, points in the same place, and points at random.
Systems mixedSystems(const PairSettings& settings) {
  std::mt19937 random(5);
  Systems systems;
  Places lattice;
  for (int k = 0; k < 64; ++k) {
    lattice.push_back({0.1 * (k % 4), 0.1 * (k / 4 % 4), 0.1 * (k / 16)});
  }
  systems.add(lattice, cubeOf(0.4), settings);
  systems.add(Places(7, Place{1.0, 2.0, 3.0}), {}, settings);
  systems.add({}, {}, settings);
  const Cell cell = tilted({0.5, 0.9, 0.8}, 70.0, 0.3);
  systems.add(scattered(cell, 50, 1.5, random), cell, settings);
  systems.add({{0.0, 0.0, 0.0}}, cubeOf(0.09), settings);
  return systems;
}

using ResidentOptionsTest = ResidentSearchTest;

TEST_F(ResidentOptionsTest, CutOffsOfTypes_DecideEachPair) {
  const PairSettings settings{.radius = kCutoffs.largest(), .kind = ListKind::Half};
  Systems systems = mixedSystems(settings);
  const std::size_t before = systems.expected.size();
  const std::vector<std::int32_t> types = typesFor(systems.points.size());
  keepNear(systems, types, settings.within);
  EXPECT_GT(systems.expected.size(), 100);
  EXPECT_GT(before, 2 * systems.expected.size());
  ResidentSearch search(settings, {.cutoffs = kCutoffs});
  expectAllImages(search, systems, {.types = types});
  const auto error = [&](ResidentSearch& wrong, const std::vector<std::int32_t>& given) {
    Systems two;
    two.add({{0, 0, 0}, {0.01, 0, 0}}, {}, settings);
    return messageOf<InputError>([&] { tableOf(wrong, two, {.types = given}); });
  };
  ResidentSearch plain(kHalf);
  EXPECT_TRUE(names(error(search, {0, 3}), {"types[1]", "3", "0", "2"}));
  EXPECT_TRUE(names(error(search, {0, 1, 2}), {"types", "3", "2"}));
  EXPECT_TRUE(names(error(plain, {0, 1}), {"types", "2", "0"}));
}

TEST_F(ResidentOptionsTest, TwoSets_HavePairsBetweenThem) {
  std::mt19937 random(6);
  const Cell cell = tilted({0.6, 0.5, 0.8}, 70.0, 0.3);
  ResidentSearch search(kHalf);
  for (const auto& [count, otherCount] :
       {std::pair(0, 5), std::pair(5, 0), std::pair(1, 1), std::pair(40, 33)}) {
    const Places points = scattered(cell, static_cast<std::size_t>(count), 0.5, random);
    Places others = scattered(cell, static_cast<std::size_t>(otherCount), 0.5, random);
    if (count == 1) others = points;  // both points are in the same place
    Systems both;
    both.points = points;
    both.points.insert(both.points.end(), others.begin(), others.end());
    both.starts = {0, count + otherCount};
    both.cells = {cell};
    const PairTable table = tableOf(search, both, {.points = count});
    const auto expected = allImagePairs(points, others, false, kHalf.radius, cell);
    EXPECT_EQ(expected.empty(), count == 0 || otherCount == 0);
    expectTable(table, expected, points, others, cell);
  }
  Systems bad;
  bad.points = {{0, 0, 0}, {0, 0, 0}, {NAN, 0, 0}};
  bad.starts = {0, 3};
  bad.cells = {{}};
  EXPECT_TRUE(names(messageOf<InputError>([&] { tableOf(search, bad, {.points = 1}); }),
                    {"other point 1", "finite"}));
}

class ResidentMatrixTest : public ResidentSearchTest {
 protected:
  /// Expects that a matrix has the rows that the search finds as a table.
  void expectMatrix(ResidentSearch& search, const Systems& systems, const ResidentSets& sets = {});
};

void ResidentMatrixTest::expectMatrix(ResidentSearch& search, const Systems& systems,
                                      const ResidentSets& sets) {
  const PairTable table = tableOf(search, systems, sets);
  const ResidentMatrix matrix = search.findMatrix(machine_, inputOf(systems, sets), -7);
  const std::int64_t points = std::ssize(table.offsets) - 1, most = matrix.most;
  const auto found = numbersIn<std::int32_t>(matrix.counts, points);
  const auto ids = numbersIn<std::int32_t>(matrix.ids, most * points);
  const auto shifts = numbersIn<std::int32_t>(matrix.shifts, 3 * most * points);
  std::int64_t longest = 0;
  for (std::size_t i = 0; std::cmp_less(i, points); ++i) {
    const std::int64_t begin = table.offsets[i], count = table.offsets[i + 1] - begin;
    longest = std::max(longest, count);
    EXPECT_EQ(found[i], count);
    for (std::int64_t k = 0; k < most; ++k) {
      const auto at = i * static_cast<std::size_t>(most) + static_cast<std::size_t>(k);
      const auto row = static_cast<std::size_t>(begin + k);
      const std::array<std::int32_t, 3> shift{shifts[3 * at], shifts[3 * at + 1],
                                              shifts[3 * at + 2]};
      ASSERT_EQ(ids[at], k < count ? table.second[row] : -7) << "point " << i;
      ASSERT_EQ(shift, k < count ? table.shifts[row] : (std::array<std::int32_t, 3>{}));
    }
  }
  EXPECT_EQ(most, longest);
}

TEST_F(ResidentMatrixTest, Matrix_HasTheRowsAndIsFilled) {
  ResidentSearch search(kHalf);
  Systems systems = mixedSystems(kHalf);
  for (int k = 0; k < 3; ++k) {  // systems whose points have no neighbours
    systems.add({{9.0, 0, 0}, {10.0, 0, 0}}, {}, kHalf);
  }
  expectMatrix(search, systems);
  EXPECT_GT(tableOf(search, systems, {.points = 80}).size(), 0);
  expectMatrix(search, systems, {.points = 80});
  Systems alone;
  alone.add({{0, 0, 0}, {5, 0, 0}}, {}, kHalf);
  expectMatrix(search, alone);
  expectMatrix(search, {});
}

TEST_F(ResidentOptionsTest, KeptList_GivesThePairsOfASearch) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> step(-0.02, 0.02);
  for (const bool isTyped : {false, true}) {
    const PairSettings settings{.radius = kCutoffs.largest(), .kind = ListKind::Half};
    ResidentOptions options{.skin = kSkin};
    if (isTyped) options.cutoffs = kCutoffs;
    ResidentSearch search(settings, options);
    Systems systems = mixedSystems(settings);
    const std::vector<std::int32_t> types =
        isTyped ? typesFor(systems.points.size()) : std::vector<std::int32_t>{};
    const auto expectSearches = [&](std::int64_t searches) {
      Systems now;
      for (std::size_t b = 0; b < systems.cells.size(); ++b) {
        now.add({systems.points.begin() + systems.starts[b],
                 systems.points.begin() + systems.starts[b + 1]},
                systems.cells[b], settings);
      }
      if (isTyped) keepNear(now, types, settings.within);
      expectAllImages(search, now, {.types = types});
      EXPECT_EQ(search.searches(), searches);
    };
    expectSearches(1);
    const Places first = systems.points;
    for (Place& point : systems.points) {  // every coordinate moves by up to 0.035
      for (double& x : point) x += step(random);
    }
    expectSearches(1);
    systems.points = first;
    systems.points[70][1] += 0.0501;
    expectSearches(2);
    systems.points[70][1] -= 0.0499;
    expectSearches(2);
    systems.cells.back() = cubeOf(0.1);
    expectSearches(3);
    systems.points[3][2] = NAN;
    EXPECT_TRUE(names(messageOf<InputError>([&] { tableOf(search, systems, {.types = types}); }),
                      {"point 3"}));
    systems.points[3][2] = first[3][2];
    expectSearches(5);
    EXPECT_TRUE(names(
        messageOf<InputError>([&] { tableOf(search, systems, {.points = 2, .types = types}); }),
        {"skin", "0.1", "two sets"}));
    const Systems none;
    expectAllImages(search, none);
    expectSearches(7);
    EXPECT_TRUE(names(messageOf<InputError>([&] {
                        search.find(machine_, inputOf(systems, {.types = types}), {.capacity = 5});
                      }),
                      {"capacity", "skin"}));
  }
  EXPECT_TRUE(names(messageOf<InputError>([&] { ResidentSearch({}, {.skin = -1.0}); }),
                    {"skin", "0", "-1"}));
}

TEST_F(ResidentOptionsTest, RowsInAnyOrder_AreThoseOfASearch) {
  for (const double skin : {0.0, kSkin}) {
    PairSettings settings = kHalf;
    settings.order = PairOrder::ByFirst;
    if (skin > 0.0) settings.radius = kCutoffs.largest();
    const Systems systems = mixedSystems(settings);
    ResidentSearch search(settings, {.skin = skin});
    for (int call = 1; call <= 2; ++call) {
      const PairTable table = tableOf(search, systems);
      EXPECT_TRUE(std::ranges::is_sorted(table.first));
      std::vector<ImagePair> pairs = pairsOf(table);
      std::ranges::sort(pairs);
      ASSERT_EQ(pairs, systems.expected);
      EXPECT_EQ(search.searches(), skin > 0.0 ? 1 : call);
    }
  }
}

TEST_F(ResidentOptionsTest, KeptListOfFloats) {
  ResidentSearch search({.radius = 0.45}, {.skin = 0.2});
  const std::vector<std::int64_t> starts{0, 3};
  const std::vector<Cell> cells{{}};
  const auto expectRows = [&](float x, std::int64_t rows, std::int64_t searches) {
    const std::vector<float> points{0, 0, 0, 0.4F, 0, 0, x, 0, 0};
    const ResidentInput input{.points = {reinterpret_cast<std::uint64_t>(points.data()), 3},
                              .isDouble = false,
                              .starts = starts,
                              .cells = cells};
    EXPECT_EQ(search.find(machine_, input).rows, rows) << x;
    EXPECT_EQ(search.searches(), searches) << x;
  };
  expectRows(0.88F, 2, 1);
  expectRows(0.84F, 4, 1);
  expectRows(0.975F, 2, 1);
  expectRows(0.985F, 2, 2);
  expectRows(50.0F, 2, 3);
}

TEST(TypeCutoffsTest, Select_KeepsThePairsNearerThanTheirOwn) {
  for (const Within within : {Within::LessThan, Within::UpTo}) {
    const PairSettings settings{.radius = kCutoffs.largest(), .within = within};
    Systems systems = mixedSystems(settings);
    const std::vector<std::int32_t> types = typesFor(systems.points.size());
    keepNear(systems, types, within);
    const ProcessorSearch search(settings);
    const auto found = [&](const PairQuantities& quantities) {
      return search.findInSystems(systems.points, systems.starts, systems.cells, quantities);
    };
    const PairTable table = kCutoffs.select(found({}), types, within);
    ASSERT_EQ(pairsOf(table), systems.expected);
    ASSERT_EQ(table.offsets.back(), table.size());
    for (std::size_t k = 0; k < table.first.size(); ++k) {
      const auto i = static_cast<std::size_t>(table.first[k]);
      ASSERT_LE(table.offsets[i], static_cast<std::int64_t>(k));
      ASSERT_GT(table.offsets[i + 1], static_cast<std::int64_t>(k));
      ASSERT_EQ(table.distances[k],
                std::sqrt(PairRule::squared(
                    {table.vectors[k][0], table.vectors[k][1], table.vectors[k][2]})));
    }
    const auto withoutVectors = [&] {
      return kCutoffs.select(found({.vectors = false}), types, within);
    };
    const test::Facts missing{"cut-offs of types", "columns", "first", "vectors"};
    if (within == Within::UpTo) {
      EXPECT_TRUE(names(messageOf<RunError>(withoutVectors), missing));
    } else {
      EXPECT_EQ(pairsOf(withoutVectors()), systems.expected);
    }
    EXPECT_TRUE(
        names(messageOf<RunError>([&] { kCutoffs.select(found({.first = false}), types, within); }),
              missing));
    EXPECT_TRUE(
        names(messageOf<InputError>(
                  [&] { kCutoffs.select(found({}), std::span(types).first(2), within); }),
              {"other types", fmt::format("point {}", within == Within::UpTo ? 2 : 3), "2"}));
  }
}

TEST(TypeCutoffsTest, WrongCutOffs_AreNamed) {
  const auto error = [](const std::vector<double>& lengths) {
    return messageOf<InputError>([&] { const TypeCutoffs cutoffs(lengths); });
  };
  EXPECT_TRUE(names(error({1.0, 2.0}), {"cut-offs", "2", "pair of types"}));
  EXPECT_TRUE(names(error({}), {"cut-offs", "0", "pair of types"}));
  EXPECT_TRUE(names(error({1.0, 2.0, 2.5, 0.0}), {"types 0 and 1", "2", "1 and 0", "2.5"}));
  EXPECT_TRUE(names(error({-1.0}), {"types 0 and 0", "0", "-1"}));
  EXPECT_TRUE(names(error({INFINITY}), {"types 0 and 0", "0", "inf"}));
  EXPECT_TRUE(names(error({0.0}), {"cut-offs", "0", "every pair"}));
}

}  // namespace
}  // namespace gpubuck::pairs
