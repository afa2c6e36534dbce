// The pairs of points in any cell against all images of all points in double precision.
#include "pairs/pair_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numbers>

#include "pairs/all_images.h"
#include "support/compilations.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/property.h"

namespace gpubuck::pairs {
namespace {

using test::allImagePairs;
using test::contains;
using test::ImagePair;
using test::messageOf;
using test::pairsOf;
using test::Place;
using test::Places;
using test::scattered;

constexpr PairQuantities kAll{};

Cell cubeOf(double side, std::array<bool, 3> periodic = {true, true, true}) {
  return {.vectors = {{{side, 0, 0}, {0, side, 0}, {0, 0, side}}}, .periodic = periodic};
}

/// Sides of the lengths, b at `gamma` degrees from a in the plane x, y, and c leaning by `lean`.
Cell tilted(const Place& lengths, double gamma, double lean) {
  const double angle = gamma * std::numbers::pi / 180.0;
  Cell cell;
  cell.vectors = {{{lengths[0], 0.0, 0.0},
                   {lengths[1] * std::cos(angle), lengths[1] * std::sin(angle), 0.0},
                   {lengths[2] * lean, -0.7 * lengths[2] * lean, lengths[2]}}};
  cell.periodic = {true, true, true};
  return cell;
}

std::array<bool, 3> sidesOf(int bits) { return {(bits & 1) != 0, (bits & 2) != 0, bits > 3}; }

/// Whether a point is more periodic sides away than a search takes.
bool isTooFar(const Places& points, const Cell& cell) {
  const auto reciprocal = test::reciprocalOf(cell);
  return std::ranges::any_of(points, [&](const Place& r) {
    return std::ranges::any_of(reciprocal, [&](const auto& b) {
      return std::abs(r[0] * b[0] + r[1] * b[1] + r[2] * b[2]) > Lattice::kFarthest;
    });
  });
}

class PairSearchTest : public test::EngineTest {
 protected:
  std::int64_t expectExact(PairSearch& search, const Places& points, const Cell& cell) {
    const PairSettings& settings = search.settings();
    const PairTable table = search.find(points, {}, cell, kAll);
    std::vector<ImagePair> expected =
        allImagePairs(points, points, true, settings.radius, cell, settings.within);
    if (settings.kind == ListKind::Half) expected = test::halfOf(expected);
    expectTable(table, expected, points, points, cell);
    return table.size();
  }

  void expectTable(const PairTable& table, const std::vector<ImagePair>& expected,
                   const Places& points, const Places& others, const Cell& cell) {
    ASSERT_EQ(table.first.size(), expected.size());
    ASSERT_EQ(pairsOf(table), expected);
    ASSERT_EQ(table.offsets.size(), points.size() + 1);
    ASSERT_EQ(table.offsets.back(), table.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const auto i = static_cast<std::size_t>(table.first[k]);
      const auto j = static_cast<std::size_t>(table.second[k]);
      const Place d = test::vectorOf(points[i], others[j], table.shifts[k], cell);
      ASSERT_EQ(table.vectors[k], d);
      ASSERT_EQ(table.distances[k], std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
      ASSERT_LE(table.offsets[i], static_cast<std::int64_t>(k));
      ASSERT_GT(table.offsets[i + 1], static_cast<std::int64_t>(k));
    }
  }

  std::int64_t expectExact(const Places& points, const Cell& cell, const PairSettings& settings) {
    PairSearch search(device_, settings);
    return expectExact(search, points, cell);
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, PairSearchTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PairSearchTest, AllPeriodicitiesOfACubeAndOfATriclinicCell) {
  std::mt19937 random(1);
  for (const ListKind kind : {ListKind::Full, ListKind::Half}) {
    PairSearch search(device_, {.radius = 1.1, .kind = kind});
    for (int bits = 0; bits < 8; ++bits) {
      for (Cell cell : {cubeOf(3.0), tilted({2.5, 3.5, 3.0}, 40.0, 0.4)}) {
        cell.periodic = sidesOf(bits);
        SCOPED_TRACE(fmt::format("sides {:b}", bits));
        EXPECT_GT(expectExact(search, scattered(cell, 60, 0.0, random), cell), 50);
        EXPECT_GT(expectExact(search, scattered(cell, 60, 1.5, random), cell), 0);
      }
    }
  }
}

TEST_P(PairSearchTest, CellsOfEverySkew) {
  std::mt19937 random(2);
  PairSearch search(device_, {.radius = 0.9});
  for (const double gamma : {1.0, 10.0, 29.0, 60.0, 90.0, 120.0, 151.0, 175.0, 179.0}) {
    for (const double lean : {0.0, 3.0, -8.0}) {
      const Cell cell = tilted({2.0, 3.0, 2.0}, gamma, lean);
      SCOPED_TRACE(fmt::format("{} degrees, leaning {}", gamma, lean));
      EXPECT_GT(expectExact(search, scattered(cell, 12, 1.0, random), cell), 12);
    }
  }
}

TEST_P(PairSearchTest, CutOffsBeyondHalfAndAllOfASide) {
  std::mt19937 random(3);
  const Cell cell = cubeOf(1.0);
  const Places points = scattered(cell, 5, 0.0, random);
  for (const double radius : {0.49, 0.5, 0.51, 0.99, 1.0, 1.01, 2.7, 4.0}) {
    SCOPED_TRACE(radius);
    EXPECT_GE(expectExact(points, cell, {.radius = radius}), radius < 1.0 ? 0 : 30);
    EXPECT_GE(expectExact(points, cell, {.radius = radius, .kind = ListKind::Half}), 0);
  }
  const Cell needle = tilted({0.05, 7.0, 0.4}, 70.0, 0.2);
  EXPECT_GT(expectExact({{0.3, 0.2, -0.1}}, needle, {.radius = 1.0}), 150);
}

// A lattice has pairs at the cut-off itself, which doubles decide.
TEST_P(PairSearchTest, CutOffsOnLatticeDistances) {
  for (const double side : {1.0, 0.1, 4.05}) {
    const double half = side / 2.0;
    const Cell cubic = cubeOf(2.0 * side);
    Places points;
    for (int n = 0; n < 8; ++n) {
      points.push_back({(n & 1) * side, (n >> 1 & 1) * side, (n >> 2) * side});
    }
    const Cell fcc{.vectors = {{{0, half, half}, {half, 0, half}, {half, half, 0}}},
                   .periodic = {true, true, true}};
    for (const double square : {1.0, 2.0, 3.0, 4.0, 5.0}) {
      for (const Within within : {Within::LessThan, Within::UpTo}) {
        const double radius = side * std::sqrt(square);
        SCOPED_TRACE(fmt::format("side {}, square {}", side, square));
        PairSearch search(device_, {.radius = radius, .within = within});
        expectExact(search, points, cubic);
        EXPECT_GT(search.ambiguous(), 0);
        expectExact(search, {{0.0, 0.0, 0.0}}, fcc);
        expectExact(search, {{-3.0 * side, 17.0 * side, 0.25}}, fcc);
      }
    }
  }
  const Cell open{};
  const Places two{{0.0, 0.0, 0.0}, {0.3, 0.0, 0.0}};
  EXPECT_EQ(expectExact(two, open, {.radius = 0.3}), 0);
  EXPECT_EQ(expectExact(two, open, {.radius = 0.3, .within = Within::UpTo}), 2);
  EXPECT_EQ(expectExact(two, open, {.radius = std::nextafter(0.3, 1.0)}), 2);
}

TEST_P(PairSearchTest, FewCoplanarAndCollinearPoints) {
  PairSearch search(device_, {.radius = 1.0});
  for (int bits = 0; bits < 8; ++bits) {
    const Cell cell = cubeOf(2.5, sidesOf(bits));
    EXPECT_EQ(search.find({}, {}, cell, kAll).size(), 0);
    EXPECT_EQ(search.find({}, {}, cell, kAll).offsets, std::vector<std::int64_t>{0});
    EXPECT_EQ(expectExact(search, {{-9.0, 8.0, 77.0}}, cell), 0);
    Places line, plane;
    for (int n = 0; n < 20; ++n) line.push_back({0.4 * n - 4.0, 0.4 * n, -0.2});
    for (int n = 0; n < 36; ++n) plane.push_back({0.5 * (n % 6), n / 6 * 0.5, 4.0});
    EXPECT_GT(expectExact(search, line, cell), 20);
    EXPECT_GT(expectExact(search, plane, cell), 100);
    EXPECT_EQ(expectExact(search, Places(12, Place{0.1, -0.2, 0.3}), cell), 132);
  }
}

// Cells as they come: without volume, or not even finite where a side is open.
TEST_P(PairSearchTest, OpenSidesMayBeAnything) {
  std::mt19937 random(4);
  const Cell cube = cubeOf(2.0);
  const Places points = scattered(cube, 40, 0.5, random);
  PairSearch search(device_, {.radius = 0.8});
  for (const Place& open : {Place{0, 0, 0}, Place{2, 0, 0}, Place{NAN, INFINITY, 1e300}}) {
    for (int bits = 0; bits < 7; ++bits) {
      Cell cell = cube;
      cell.periodic = sidesOf(bits);
      for (std::size_t k = 0; k < 3; ++k) {
        if (!cell.periodic[k]) cell.vectors[k] = open;
      }
      EXPECT_GT(expectExact(search, points, cell), 30);
    }
  }
}

TEST_P(PairSearchTest, StrayPointsInOpenDirections) {
  std::mt19937 random(5);
  PairSearch search(device_, {.radius = 0.7});
  for (const double far : {1e9, -1e9, 1e15, 1e300}) {
    for (int bits = 0; bits < 8; ++bits) {
      for (Cell cell : {cubeOf(2.0), tilted({2.0, 2.0, 2.0}, 70.0, 0.0)}) {
        cell.periodic = sidesOf(bits);
        Places points = scattered(cell, 50, 0.2, random);
        for (std::size_t k = 0; k < 3; ++k) {
          // Sides 0 and 1 share a plane, which a stray in it would leave far behind.
          const bool isSquare = cell.vectors[1][0] == 0.0;
          if (cell.periodic[k] || (!isSquare && k < 2 && far > 1e8)) continue;
          for (const double beside : {0.0, 0.3, 1.8}) {
            Place stray = points[0];
            stray[k] = far;
            stray[(k + 1) % 3] += beside;
            points.push_back(stray);
          }
        }
        SCOPED_TRACE(fmt::format("{} sides {:b}", far, bits));
        EXPECT_GT(expectExact(search, points, cell), 30);
      }
    }
  }
}

// Space that is hashed onto a small grid, by searches of one cell per radius and of more and fewer.
TEST_P(PairSearchTest, LargeSpaceOnFewCells) {
  for (const double length : {41.3, 64.0, 3e6}) {
    Places points;
    for (const glm::dvec3& r : test::randomPoints({length, length, 30.0}, 150)) {
      points.push_back({r.x, r.y, r.z});
      points.push_back({r.x, r.y, 0.99 * r.z});  // neighbours, also across every side
      points.push_back({length - 1e-3 * r.x / length, r.y, r.z});
      points.push_back({1e-3 * r.x / length, r.y, r.z});
    }
    for (const char* periodic : {"", "xyz"}) {
      for (const char* word : {"cells27", "octant=2", "cells-per-cutoff=2"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", length, periodic, word));
        EXPECT_GT(expectExact(points, test::boxOf({length, length, 30.0}, periodic),
                              {.radius = 0.9, .method = *cells::parseMethod(word)}),
                  200);
      }
    }
  }
}

// The whole cell, or single points, far from the origin; and sides 10^4 cut-offs long.
TEST_P(PairSearchTest, FarAndLongCells) {
  std::mt19937 random(6);
  for (const double away : {-15.0, -1e3, 1e6, 5e7}) {
    Cell cell = tilted({2.0, 2.0, 3.0}, 50.0, -0.5);
    Places points = scattered(cell, 40, 0.0, random);
    for (Place& r : points) r = {r[0] + away, r[1] - away, r[2] + 3.0 * away};
    SCOPED_TRACE(away);
    EXPECT_GT(expectExact(points, cell, {.radius = 0.9}), 40);
    cell.periodic[2] = false;
    EXPECT_GT(expectExact(points, cell, {.radius = 0.9}), 10);
  }
  const Cell large = cubeOf(1e4);
  Places points = scattered(large, 100, 0.0, random);
  for (std::size_t n = 0; n < 100; ++n) {
    points.push_back({points[n][0] + 1e4, points[n][1], points[n][2] + 0.5});
  }
  points.insert(points.end(), {{0.1, 5.0, 5.0}, {9999.9, 5.0, 5.0}});
  EXPECT_EQ(expectExact(points, large, {.radius = 1.0}), 202);
  const Cell long1{.vectors = {{{1e7, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}},
                   .periodic = {true, true, true}};
  EXPECT_GT(expectExact({{-0.1, 0, 0}, {0.1, 0, 0}}, long1, {.radius = 1.0}), 30);
}

// 5 10^7 sides away neighbouring doubles are a sixtieth of the cut-off apart, and what is rounded
// on the way into the cell is as long: only the points as given can tell.
TEST_P(PairSearchTest, FarPointsThatOnlyDoublesTellApart) {
  std::mt19937 random(12);
  const double base = 0.1 * 5e7;
  const double step = std::nextafter(base, HUGE_VAL) - base;
  std::uniform_int_distribution<int> steps(-130, 130);
  Places points(60, Place{});
  for (Place& r : points) {
    for (double& x : r) x = base + steps(random) * step;
  }
  PairSearch search(device_, {.radius = 6e-8});
  const std::int64_t pairs = expectExact(search, points, cubeOf(0.1));
  EXPECT_GT(pairs, 100);
  EXPECT_GE(search.ambiguous(), pairs);
}

TEST_P(PairSearchTest, TwoSetsOfPoints) {
  std::mt19937 random(7);
  for (int bits = 0; bits < 8; ++bits) {
    Cell cell = tilted({2.0, 2.0, 2.0}, 65.0, 0.3);
    cell.periodic = sidesOf(bits);
    const Places points = scattered(cell, 30, 0.3, random);
    Places others = scattered(cell, 45, 0.6, random);
    others[7] = points[3];
    for (const ListKind kind : {ListKind::Full, ListKind::Half}) {
      PairSearch search(device_, {.radius = 0.8, .kind = kind});
      const PairTable table = search.find(points, others, cell, kAll);
      const auto expected = allImagePairs(points, others, false, 0.8, cell);
      EXPECT_GT(expected.size(), 40);
      expectTable(table, expected, points, others, cell);
      expectExact(search, points, cell);  // the same object in between
    }
    PairSearch search(device_, {.radius = 0.8});
    EXPECT_EQ(search.find(points, Places{}, cell, kAll).size(), 0);
    EXPECT_EQ(search.find({}, others, cell, kAll).size(), 0);
    EXPECT_EQ(search.find(points, Places{}, cell, kAll).offsets.size(), points.size() + 1);
  }
}

TEST_P(PairSearchTest, EveryOrderAndEveryQuantity) {
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

TEST_P(PairSearchTest, EverySearchAndSortFindsTheSame) {
  std::mt19937 random(9);
  const Cell cell = tilted({3.0, 4.0, 3.0}, 60.0, 0.3);
  const Places points = scattered(cell, 100, 0.1, random);
  for (const char* word : {"cells-per-cutoff=2", "cells-per-cutoff=4", "octant=2", "octant=7.5"}) {
    EXPECT_GT(expectExact(points, cell, {.radius = 0.9, .method = *cells::parseMethod(word)}), 100);
  }
  for (const sort::Algorithm algorithm : test::sortsOf(GetParam())) {
    EXPECT_GT(expectExact(points, cell, {.radius = 0.9, .sort = {.algorithm = algorithm}}), 100);
  }
}

TEST_P(PairSearchTest, MovedPointsAndOtherCellsCompileNothing) {
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

TEST_P(PairSearchTest, AnyCellProperty) {
  test::expectProperty(60, [&] {
    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    const int bits = *rc::gen::inRange(0, 8);
    const double scale = std::pow(10.0, *rc::gen::inRange(-9, 10));
    const double radius = scale * *rc::gen::inRange(3, 25) / 10.0;
    const double around = *rc::gen::element(0.0, 0.5, 20.0, 1e5);
    const auto count = *rc::gen::inRange<std::size_t>(0, 30);
    const ListKind kind = *rc::gen::element(ListKind::Full, ListKind::Half);
    std::normal_distribution<double> normal(0.0, 1.5 * scale);
    Cell cell;
    double volume = 0.0;
    while (volume < 0.02) {
      for (auto& side : cell.vectors) side = {normal(random), normal(random), normal(random)};
      const auto& [a, b, c] = cell.vectors;
      volume = std::abs(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                        a[2] * (b[0] * c[1] - b[1] * c[0])) /
               std::pow(scale, 3.0);
    }
    cell.periodic = sidesOf(bits);
    const Places points = scattered(cell, count, around, random);
    auto expected = allImagePairs(points, points, true, radius, cell);
    if (kind == ListKind::Half) expected = test::halfOf(expected);
    PairSearch search(device_, {.radius = radius, .kind = kind});
    RC_ASSERT(pairsOf(search.find(points, {}, cell, kAll)) == expected);
  });
}

// As many points each time, so that no size tells that they are others: near ones, ones with a gap
// between them that tiles cannot number, near ones again.
TEST_P(PairSearchTest, OneSearchTakesDistantPointsInTurnWithNearOnes) {
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

// Distances along an axis without its gaps are those along any other axis, up to the cut-off.
TEST_P(PairSearchTest, PairsJustWithinTheCutOffAreFoundBesideADistantPoint) {
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

// What an earlier call has left on the GPU and on the processor changes nothing: few points and
// many, near and distant ones, all cells, one set and two; and calls that are refused, since a
// periodic side leans towards a point too far away.
TEST_P(PairSearchTest, AnyCallsOfOneSearchAreThoseOfNewSearches) {
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
        // Distant ones: beyond a grid's cells, and beyond what tiles can number.
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

TEST_P(PairSearchTest, WhatCannotBeSearchedIsToldWithItsValue) {
  const auto error = [&](const Places& points, const Cell& cell, double radius = 1.0) {
    PairSearch search(device_, {.radius = radius});
    return messageOf<InputError>([&] { search.find(points, {}, cell, kAll); });
  };
  const Places one{{0.0, 0.0, 0.0}};
  const auto of = [](const Place& a, const Place& b, const Place& c,
                     std::array<bool, 3> periodic = {true, true, true}) {
    return Cell{.vectors = {{a, b, c}}, .periodic = periodic};
  };
  EXPECT_EQ(error(one, of({0, 0, 0}, {0, 1, 0}, {0, 0, 1})),
            "cell: side 0 is periodic, and its vector (0, 0, 0) does not have a length within "
            "1e-60..1e60");
  EXPECT_TRUE(contains(error(one, of({NAN, 0, 0}, {0, 1, 0}, {0, 0, 1})), "side 0"));
  const char* const parallel = "cell: its two periodic sides are parallel";
  EXPECT_EQ(error(one, of({1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {true, true, false})), parallel);
  EXPECT_EQ(error(one, of({1, 2, 3}, {std::sqrt(2.0), std::sqrt(8.0), std::sqrt(18.0)}, {0, 0, 1},
                          {true, true, false})),
            parallel);
  const char* const flat = "cell: its three periodic sides lie in one plane";
  EXPECT_EQ(error(one, of({1, 0, 0}, {0, 1, 0}, {0.5, 0.5, 0})), flat);
  EXPECT_EQ(error(one, of({1, 0, 0}, {0, 1, 0}, {std::sqrt(2.0), std::sqrt(3.0), 0})), flat);
  EXPECT_EQ(error(one, of({1, 0, 0}, {3, 0, 0}, {0, 0, 1})), flat);
  EXPECT_EQ(error({{0, 0, 0}, {0, NAN, 0}}, {}), "point 1: y nan is not finite");
  EXPECT_TRUE(contains(error({{2e9, 0, 0}}, cubeOf(1.0)),
                       "point 0: (2000000000, 0, 0) is more than 2^29 periodic sides away"));
  EXPECT_TRUE(contains(error({{1e300, 0, 0}}, cubeOf(1.0)), "point 0: (1e+300, 0, 0)"));
  EXPECT_TRUE(contains(error(one, cubeOf(0.001)), "16777215"));
  EXPECT_TRUE(contains(error(one, cubeOf(1e-30)), "16777215"));
  EXPECT_TRUE(contains(error({{1e8, 0, 0}}, cubeOf(1.0), 1e-9), "cut-off: 1e-09 is less than"));
  EXPECT_TRUE(contains(messageOf<InputError>([&] { PairSearch(device_, {.radius = -1.0}); }),
                       "search radius: -1"));
  PairSearch search(device_, {});
  EXPECT_EQ(messageOf<InputError>([&] {
              search.find(one, Places{{0, 0, INFINITY}}, {}, kAll);
            }),
            "other point 0: z inf is not finite");
  EXPECT_EQ(search.find(one, {}, cubeOf(0.9), kAll).size(), 6) << "the object is whole";
}

TEST_P(PairSearchTest, PairsThatDoNotFitIntoMemoryAreToldWithTheirNumber) {
  const Places heap(100, Place{});
  PairSearch search(device_, {.radius = 1.0, .memory = 100'000});
  EXPECT_TRUE(contains(messageOf<RunError>([&] { search.find(heap, {}, {}, kAll); }),
                       "the lists of 4950 pairs need 1 MB"));
}

}  // namespace
}  // namespace gpubuck::pairs
