// The pairs of points in any cell, compared with a brute-force search over all images of all points
// in double precision.
#include "pairs/search_test.h"
#include "support/property.h"
#include "support/sorts.h"

namespace gpubuck::pairs {
namespace {

class PairSearchTest : public SearchTest {};
INSTANTIATE_TEST_SUITE_P(Engines, PairSearchTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PairSearchTest, AllPeriodicitiesOfCubeAndTriclinicCell) {
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

// A lattice has pairs at exactly the cut-off. Double precision decides whether they count.
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

// The vectors of open sides may make the volume of the cell zero, and may even be infinite or NaN.
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
          // Sides 0 and 1 span a plane. If they are not at right angles, a point far along one side
          // would also be far along the other.
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

// The space is hashed onto a small grid. The cells are as long as the radius, half as long, or
// twice as long.
TEST_P(PairSearchTest, LargeSpaceOnFewCells) {
  for (const double length : {41.3, 64.0, 3e6}) {
    Places points;
    for (const glm::dvec3& r : test::randomPoints({length, length, 30.0}, 150)) {
      points.push_back({r.x, r.y, r.z});
      points.push_back({r.x, r.y, 0.99 * r.z});  // a neighbour of the first point
      // The next two points are neighbours across the side along x.
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

// The whole cell or single points are far from the origin, or sides are 10^4 cut-offs long.
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

// At 5 * 10^7 sides from the origin, neighbouring doubles are a sixtieth of the cut-off apart. The
// rounding error of wrapping a point into the cell is as large. Only the given coordinates may
// therefore decide whether a pair is found.
TEST_P(PairSearchTest, FarPointsThatOnlyDoublesDistinguish) {
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
      expectExact(search, points, cell);  // one search is used for both kinds of calls
    }
    PairSearch search(device_, {.radius = 0.8});
    EXPECT_EQ(search.find(points, Places{}, cell, kAll).size(), 0);
    EXPECT_EQ(search.find({}, others, cell, kAll).size(), 0);
    EXPECT_EQ(search.find(points, Places{}, cell, kAll).offsets.size(), points.size() + 1);
  }
}

TEST_P(PairSearchTest, EverySearchAndSort_FindsTheSame) {
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

}  // namespace
}  // namespace gpubuck::pairs
