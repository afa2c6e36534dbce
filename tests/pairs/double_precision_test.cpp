// Pairs whose distance differs from the radius only in the last bits of a double. Only double
// precision decides whether such a pair is found, wherever its points are.
#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "pairs/inputs.h"
#include "pairs/pair_search.h"
#include "sort/algorithms.h"
#include "support/gpu_test.h"

namespace gpubuck::pairs {
namespace {

using Points = std::vector<glm::dvec3>;

/// Returns pairs of points 2 k and 2 k + 1. Their distance equals the radius except for the
/// rounding of the coordinates to doubles. Some pairs lie along an axis, others do not. In two of
/// three pairs, one coordinate of the second point is then moved up or down by a unit in the last
/// place. The first points of the pairs are spread over a cube with sides of 12 radii.
Points pairsAtTheRadius(double radius, double offset) {
  std::mt19937 random(8);
  std::normal_distribution<double> component(0.0, 1.0);
  Points points;
  for (const glm::dvec3& place : test::randomPoints(glm::dvec3(12.0 * radius), 400)) {
    const std::size_t k = points.size() / 2;
    const int axis = static_cast<int>(k % 3);
    glm::dvec3 direction(0.0);
    if (k % 4 < 3) {
      direction[axis] = 1.0;
    } else {
      direction =
          glm::normalize(glm::dvec3(component(random), component(random), component(random)));
    }
    const glm::dvec3 first = offset + place;
    glm::dvec3 second = first + radius * direction;
    double& last = second[axis];
    const int nudge = static_cast<int>(k / 4 % 3) - 1;
    if (nudge != 0) last = std::nextafter(last, nudge * std::numeric_limits<double>::infinity());
    points.insert(points.end(), {first, second});
  }
  return points;
}

class DoublePrecisionTest : public test::EngineTest {
 protected:
  struct Found {
    std::vector<test::ImagePair> pairs;
    std::int64_t ambiguous;
  };

  /// Searches with the default sort, which makes ranges, and with a sort that makes lists.
  Found expectExact(const Points& points, const Cell& cell, double radius,
                    const char* search = "cells27") {
    const test::Places places = test::placesOf(points);
    const auto expected =
        test::halfOf(test::allImagePairs(places, places, true, radius, cell, Within::UpTo));
    PairSettings settings{.radius = radius,
                          .within = Within::UpTo,
                          .kind = ListKind::Half,
                          .method = *cells::parseMethod(search)};
    PairSearch intoRanges(device_, settings);
    EXPECT_EQ(test::pairsOf(intoRanges.find(places, {}, cell, {})), expected);
    settings.sort.algorithm = sort::resolve(sort::Algorithm::Auto, GetParam());
    PairSearch intoLists(device_, settings);
    EXPECT_EQ(test::pairsOf(intoLists.find(places, {}, cell, {})), expected);
    return {expected, intoRanges.ambiguous()};
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, DoublePrecisionTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(DoublePrecisionTest, LastBit_DecidesAtTheRadius) {
  struct Case {
    double radius;
    double offset;
    const char* search;
    bool periodic;
  };
  for (const Case& c : {Case{1.0, 0.0, "cells27", false},
                        {0.1, 0.0, "octant=2", true},
                        {0.1, 1e6, "cells27", false},
                        {1.0 / 3.0, -1e6, "octant=2", false},
                        {1.0 / 3.0, 1e6, "cells-per-cutoff=2", true},
                        {7e8, 1e6, "cells27", true},
                        {1e-4, 1e6, "octant=2.52", false}}) {
    SCOPED_TRACE(fmt::format("radius {}, offset {}, {}", c.radius, c.offset, c.search));
    const Points points = pairsAtTheRadius(c.radius, c.offset);
    const Cell cell = test::boxOf(glm::dvec3(12.0 * c.radius), c.periodic ? "xyz" : "");
    const Found found = expectExact(points, cell, c.radius, c.search);
    const auto near = std::ranges::count_if(found.pairs, [](const test::ImagePair& pair) {
      const auto& [i, j, shift] = pair;
      return i % 2 == 0 && j == i + 1;
    });
    EXPECT_GT(near, 100);
    EXPECT_LT(near, 300);
    EXPECT_GE(found.ambiguous, 400) << "floats took a decision that is not theirs";
  }
}

// If a point is half of a side away, two of its images have the same distance, and both count.
TEST_P(DoublePrecisionTest, PeriodicSidesOfTwiceTheRadius) {
  for (const double side : {2.0, 0.2, 1.4}) {
    Points points;
    for (int k = 0; k < 64; ++k) {
      points.push_back(0.25 * side * glm::dvec3(k % 4, k / 4 % 4, k / 16));
    }
    for (const double radius : {0.5 * side, std::nextafter(0.5 * side, 0.0), 0.25 * side}) {
      for (const char* search : {"cells27", "octant=2"}) {
        SCOPED_TRACE(fmt::format("side {}, radius {}, {}", side, radius, search));
        const Found found =
            expectExact(points, test::boxOf(glm::dvec3(side), "xyz"), radius, search);
        EXPECT_GE(found.pairs.size(), 100U);
      }
    }
  }
}

TEST_P(DoublePrecisionTest, CoordinateDifferencesBeyondDouble) {
  const double most = std::numeric_limits<double>::max();
  const Points points{
      {-most, 0.0, 0.0}, {-most, 0.5, 0.0}, {most, 0.0, most}, {most, -1.0, most}, {0.0, 0.0, 0.0}};
  using Pairs = std::vector<test::ImagePair>;
  EXPECT_EQ(expectExact(points, {}, 1.0).pairs, (Pairs{{0, 1, {}}, {2, 3, {}}}));
}

}  // namespace
}  // namespace gpubuck::pairs
