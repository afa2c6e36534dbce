// The neighbours of a user's points against all pairs in double precision: always the same. All
// sorts, searches and sides are in matrix_test.cpp.
#include "pairs/neighbours.h"

#include <fmt/format.h>

#include <glm/common.hpp>

#include "pairs/all_pairs.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/property.h"

namespace gpubuck::pairs {
namespace {

using test::allPairs;
using test::boxOf;
using test::Lists;
using test::listsOf;
using test::Points;
using test::randomPoints;

/// Every list with its mirror: of the larger point of each pair too.
Lists bothWays(const Lists& once) {
  Lists both(once.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    for (const std::int32_t j : once[i]) {
      both[i].push_back(j);
      both[static_cast<std::size_t>(j)].push_back(static_cast<std::int32_t>(i));
    }
  }
  for (auto& list : both) std::sort(list.begin(), list.end());
  return both;
}

struct Found {
  std::int64_t pairs = 0;
  std::int64_t ambiguous = 0;
};

class NeighboursTest : public test::FormTest {
 protected:
  /// Expects the lists of all points to be those of all pairs, to the last one: by default with a
  /// sort into ranges and with one into lists, which are walked and read in different ways.
  Found expectExact(const Points& points, const NeighbourSettings& settings) {
    const Lists once = allPairs(points, settings.radius, settings.box);
    const Lists expected = settings.kind == ListKind::Half ? once : bothWays(once);
    const NeighbourList found = findNeighbours(device_, points, settings);
    EXPECT_EQ(listsOf(found), expected);
    if (settings.sort.algorithm == sort::Algorithm::Auto) {
      NeighbourSettings intoLists = settings;
      intoLists.sort.algorithm = sort::resolve(sort::Algorithm::Auto, GetParam().engine);
      EXPECT_EQ(listsOf(findNeighbours(device_, points, intoLists)), expected);
    }
    return {std::ssize(found.ids), found.ambiguous};
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, NeighboursTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

/// Clouds of points around a few centres, most of space being empty.
Points clusters(std::size_t count, double spread) {
  std::mt19937 random(6);
  std::normal_distribution<double> around(0.0, 1.0);
  const Points centres = randomPoints(glm::dvec3(spread), 5, 7);
  Points points(count);
  for (std::size_t i = 0; i < count; ++i) {
    points[i] =
        centres[i % centres.size()] + glm::dvec3(around(random), around(random), around(random));
  }
  return points;
}

Points lattice(const glm::dvec3& size, double spacing) {
  Points points;
  for (double z = 0.0; z < size.z; z += spacing) {
    for (double y = 0.0; y < size.y; y += spacing) {
      for (double x = 0.0; x < size.x; x += spacing) points.emplace_back(x, y, z);
    }
  }
  return points;
}

TEST_P(NeighboursTest, PointsAreSortedIntoRangesByDefault) {
  const sort::Algorithm chosen =
      sort::resolve(sort::Algorithm::Auto, GetParam().engine, sort::Makes::Ranges);
  EXPECT_TRUE(sort::makesRanges(chosen));
  EXPECT_EQ(sort::whyNot(chosen, device_.capabilities()), "");
  EXPECT_EQ(sort::resolve(sort::Algorithm::Bucket, GetParam().engine, sort::Makes::Ranges),
            sort::Algorithm::Bucket);
}

TEST_P(NeighboursTest, ListsOfBothPointsOfAPair) {
  const glm::dvec3 size(5.0, 3.0, 2.5);
  for (const std::string periodic : {"", "xyz"}) {
    EXPECT_GT(expectExact(randomPoints(size, 200),
                          {.radius = 1.0, .box = boxOf(size, periodic), .kind = ListKind::Full})
                  .pairs,
              1000);
  }
}

// Sides of 2 to 5 radii hold fewer cells than a search can tell apart.
TEST_P(NeighboursTest, ShortPeriodicSides) {
  for (const double side : {2.0, 2.5, 3.001}) {
    const glm::dvec3 size(side, 6.0, side);
    const Points points = randomPoints(size, 120);
    for (const char* word : {"cells27", "octant", "cells-per-cutoff=3"}) {
      SCOPED_TRACE(fmt::format("{} radii, {}", side, word));
      EXPECT_GT(expectExact(
                    points,
                    {.radius = 1.0, .box = boxOf(size, "xyz"), .method = *cells::parseMethod(word)})
                    .pairs,
                200);
    }
  }
}

// Neighbours of a lattice lie at the radius itself, across faces of cells, and a hair off it.
TEST_P(NeighboursTest, PointsAtTheRadiusAreDecidedByDoubles) {
  const glm::dvec3 size(4.0);
  for (const double radius : {1.0, std::nextafter(1.0, 0.0), std::sqrt(0.5)}) {
    for (const double spacing : {0.5, 0.4}) {
      SCOPED_TRACE(fmt::format("{} {}", spacing, radius));
      const Points points = lattice(size, spacing);
      const Found found = expectExact(points, {.radius = radius, .box = boxOf(size, "xyz")});
      EXPECT_GT(found.pairs, 100);
      if (spacing == 0.5) {
        EXPECT_GE(found.ambiguous, std::ssize(points)) << "pairs at the radius are beyond floats";
      }
    }
  }
  const Points two{{0.0, 0.0, 0.0}, {0.3, 0.0, 0.0}};
  EXPECT_EQ(expectExact(two, {.radius = 0.3}).pairs, 1);
  EXPECT_EQ(expectExact(two, {.radius = std::nextafter(0.3, 0.0)}).pairs, 0);
}

TEST_P(NeighboursTest, FewOrCoincidentPoints) {
  for (const sort::Algorithm sort : test::sortsOf(GetParam().engine)) {
    EXPECT_EQ(findNeighbours(device_, Points{}, {.sort = {.algorithm = sort}}).offsets,
              std::vector<std::int64_t>{0});
  }
  EXPECT_EQ(expectExact({{1.0, 2.0, 3.0}}, {}).pairs, 0);
  EXPECT_EQ(expectExact({{1.0, 2.0, 3.0}}, {.box = boxOf(glm::dvec3(2.0), "xyz")}).pairs, 0);
  EXPECT_EQ(expectExact(Points(100, glm::dvec3(1.0, -2.0, 3.0)), {}).pairs, 4950);
  EXPECT_EQ(expectExact(Points(40, glm::dvec3(0.0)), {.box = boxOf(glm::dvec3(2.0), "xyz")}).pairs,
            780);
}

TEST_P(NeighboursTest, FarPointsAndOffsetsStayExact) {
  for (const double offset : {0.0, 1e6, 3e13}) {
    for (const double spread : {50.0, 1e5, 1e100}) {
      Points points = clusters(300, spread);
      points.emplace_back(1e300, -1e300, 0.0);
      points.emplace_back(1e300, -1e300, 0.5);
      for (glm::dvec3& r : points) r += offset;
      SCOPED_TRACE(fmt::format("offset {}, spread {}", offset, spread));
      EXPECT_GT(expectExact(points, {.radius = 0.75}).pairs, 100);
    }
  }
  Points points = randomPoints(glm::dvec3(2.0), 200);
  for (glm::dvec3& r : points) r += 1e6;
  EXPECT_GT(expectExact(points, {.radius = 0.3}).pairs, 100);
}

// Space that is hashed onto a small grid, also periodic space of two and more tiles.
TEST_P(NeighboursTest, LargeSpaceOnFewCells) {
  for (const double length : {41.3, 64.0, 3e6}) {
    for (const std::string periodic : {"", "xyz"}) {
      for (const char* word : {"cells27", "octant", "cells-per-cutoff=2"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", length, periodic, word));
        const glm::dvec3 size(length, length, 30.0);
        Points points = randomPoints(size, 150);
        for (std::size_t i = 0; i < 150; ++i) {  // neighbours, also across every side
          points.push_back(points[i] * glm::dvec3(1.0, 1.0, 0.99));
          points.push_back({length - 1e-3 * points[i].x / length, points[i].y, points[i].z});
          points.push_back({1e-3 * points[i].x / length, points[i].y, points[i].z});
        }
        EXPECT_GT(expectExact(points, {.radius = 0.9,
                                       .box = boxOf(size, periodic),
                                       .method = *cells::parseMethod(word),
                                       .cells = 1})
                      .pairs,
                  100);
      }
    }
  }
}

TEST_P(NeighboursTest, AnyPointsProperty) {
  test::expectProperty(25, [&] {
    const auto count = *rc::gen::inRange<std::size_t>(0, 120);
    const int shape = *rc::gen::inRange(0, 3);
    const double scale = std::pow(10.0, *rc::gen::inRange(-12, 13));
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const std::string periodic = *rc::gen::element<std::string>("", "x", "yz", "xyz");
    const bool open = *rc::gen::arbitrary<bool>();
    const double sides = *rc::gen::element(4.0, 9.0, 30.0, 300.0);
    const cells::Method method = *rc::gen::elementOf(test::searches());
    const std::int64_t cells = *rc::gen::element<std::int64_t>(0, 1);
    const double radius = scale * *rc::gen::element(0.5, 1.0, 1.7);
    const glm::dvec3 size = glm::dvec3(sides, 4.0, 0.5 * sides + 2.0) * scale;
    Points points = randomPoints(size, count, seed);
    for (glm::dvec3& r : points) {
      if (shape > 0) r = glm::floor(r / scale * 4.0) * 0.25 * scale;  // on faces
      if (shape > 1) r.x = std::fmod(r.x, 3.0 * scale);               // crowded
      r = glm::clamp(r, glm::dvec3(0.0), size);
    }
    std::optional<cells::Box> box;
    if (!open) box = boxOf(size, periodic);
    const NeighbourSettings settings{
        .radius = radius,
        .box = box,
        .method = method,
        .sort = {.algorithm = *rc::gen::elementOf(test::sortsOf(GetParam().engine))},
        .cells = cells};
    RC_ASSERT(listsOf(findNeighbours(device_, points, settings)) == allPairs(points, radius, box));
  });
}

TEST_P(NeighboursTest, WrongSettingsAreRefused) {
  const Points points{{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};
  const auto error = [&](const NeighbourSettings& settings, const Points& some) {
    return test::messageOf<InputError>([&] { findNeighbours(device_, some, settings); });
  };
  for (const double radius : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(error({.radius = radius}, points),
              fmt::format("search radius: {} is not a positive length", radius));
  }
  const cells::Box box = boxOf({4.0, 5.0, 6.0}, "xy");
  EXPECT_EQ(error({.radius = 2.01, .box = box}, points),
            "search radius: 2.01 is over half of the periodic side 4 along x");
  EXPECT_EQ(error({.radius = 1.0, .box = box}, {{-9.0, 99.0, 6.5}}),
            "point 0: z 6.5 is outside of the box, 0 <= z <= 6");
  EXPECT_EQ(error({.radius = 1.0}, {{0.0, 0.0, 0.0}, {0.0, std::nan(""), 0.0}}),
            "point 1: y nan is not finite");
}

}  // namespace
}  // namespace gpubuck::pairs
