// Every sort is combined with every search, every kind of sides and both numbers of dimensions. On
// points of every kind, the pairs are compared with a brute-force search in double precision.
#include <fmt/format.h>

#include <glm/common.hpp>
#include <set>

#include "pairs/inputs.h"
#include "pairs/pair_search.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "support/sorts.h"

namespace gpubuck::pairs {
namespace {

using Points = std::vector<glm::dvec3>;

constexpr double kRadius = 1.0;

/// Searches by octant have 1 to 4 cells along each side, all other searches 5 to 34 cells. In two
/// dimensions the size along z is 0.
glm::dvec3 sizeIn(int dimensions) { return {6.3, 8.5, dimensions == 3 ? 5.1 : 0.0}; }

struct PointSet {
  const char* name;
  Points points;
};

// All sets but the last begin with two corners of the box. Boxes with open sides therefore get the
// same grid for each of these sets, and the shaders that were compiled for one set serve the next
// set, too.

Points uniform(const glm::dvec3& size) {
  Points points = test::randomPoints(size, 250);
  points.insert(points.begin(), {glm::dvec3(0.0), size});
  return points;
}

/// Returns clouds of points, mostly at a side or a corner, and two corners of the box.
Points clustered(const glm::dvec3& size) {
  std::mt19937 random(6);
  std::normal_distribution<double> around(0.0, 0.2);
  Points points{glm::dvec3(0.0), size};
  for (const glm::dvec3& place : {glm::dvec3(0.0), glm::dvec3(1.0), glm::dvec3(0.5),
                                  glm::dvec3(1.0, 0.4, 0.0), glm::dvec3(0.3, 0.0, 0.7)}) {
    for (int member = 0; member < 30; ++member) {
      const glm::dvec3 r =
          place * size + glm::dvec3(around(random), around(random), around(random));
      points.push_back(glm::clamp(r, glm::dvec3(0.0), size));
    }
  }
  return points;
}

/// Returns coordinates on the first, middle and last faces of a method's cells. For octants a
/// coordinate may also be halfway between two faces, where an octant ends. The grid is made for a
/// slightly longer radius than the search (PointLayout).
std::vector<double> faces(double length, const cells::Method& method) {
  if (length == 0.0) return {0.0};
  const double cells = std::max(1.0, cells::cellsAlong(length, kRadius * (1.0 + 1e-4), method));
  const int places = static_cast<int>(cells) * (method.kind == cells::Method::Kind::Octant ? 2 : 1);
  std::vector<double> result;
  for (const int k : std::set<int>{0, 1, places / 2, places}) {
    result.push_back(std::min(k * (length / places), length));
  }
  return result;
}

/// Returns points on faces of cells. Each point has another point at exactly the radius, along an
/// axis or at an angle to the axes.
Points lattice(const glm::dvec3& size, const cells::Method& method) {
  const std::vector<glm::dvec3> steps{{kRadius, 0.0, 0.0},
                                      {0.6 * kRadius, 0.8 * kRadius, 0.0},
                                      {0.0, kRadius, 0.0},
                                      {0.0, 0.0, kRadius}};
  const std::size_t directions = size.z > 0.0 ? 4 : 3;
  Points points;
  for (const double x : faces(size.x, method)) {
    for (const double y : faces(size.y, method)) {
      for (const double z : faces(size.z, method)) {
        const glm::dvec3 r(x, y, z);
        glm::dvec3 step = steps[points.size() / 2 % directions];
        for (int axis = 0; axis < 3; ++axis) {
          if (r[axis] + step[axis] > size[axis]) step[axis] = -step[axis];
        }
        points.insert(points.end(), {r, r + step});
      }
    }
  }
  return points;
}

/// Returns many points in two places that are exactly the radius apart, and a few points far away.
Points coincident(const glm::dvec3& size) {
  Points points{glm::dvec3(0.0), size, size};
  points.insert(points.end(), 40, 0.5 * size);
  points.insert(points.end(), 30, 0.5 * size + glm::dvec3(kRadius, 0.0, 0.0));
  return points;
}

std::vector<PointSet> pointSets(const glm::dvec3& size, const cells::Method& method) {
  return {{"uniform", uniform(size)},
          {"clustered", clustered(size)},
          {"lattice", lattice(size, method)},
          {"coincident", coincident(size)},
          {"single", {0.5 * size}}};
}

/// One entry of the matrix.
struct Combination {
  sort::Algorithm sort;
  cells::Method method;
  std::string periodic;
  int dimensions;

  Cell cell() const {
    return test::boxOf(sizeIn(dimensions), dimensions == 3 ? periodic : periodic.substr(0, 2));
  }
};

/// Returns all combinations if `all`. Otherwise returns a part of them, since every combination
/// compiles its shaders. In the part, the sorts take turns. The part has each search with all kinds
/// of sides in both numbers of dimensions. Each search, each kind of sides and each number of
/// dimensions occurs with each sort.
std::vector<Combination> combinations(texel::Engine engine, bool all) {
  const std::vector<sort::Algorithm> sorts = test::sortsOf(engine);
  std::vector<Combination> result;
  std::size_t search = 0;
  for (const cells::Method& method : test::searches()) {
    std::size_t turn = search++;
    for (const char* periodic : {"", "xy", "xyz"}) {
      for (const int dimensions : {2, 3}) {
        const sort::Algorithm next = sorts[turn++ % sorts.size()];
        for (const sort::Algorithm sort : sorts) {
          if (all || sort == next) result.push_back({sort, method, periodic, dimensions});
        }
      }
    }
  }
  return result;
}

class MatrixTest : public test::EngineTest {
 protected:
  void expectExact(const PointSet& set, const Combination& c) {
    SCOPED_TRACE(fmt::format("{} points, sort {}, {}, sides {}, {} dimensions", set.name,
                             static_cast<int>(c.sort), cells::methodWord(c.method), c.periodic,
                             c.dimensions));
    const test::Places points = test::placesOf(set.points);
    const auto expected =
        test::halfOf(test::allImagePairs(points, points, true, kRadius, c.cell(), Within::UpTo));
    PairSearch search(device_, {.radius = kRadius,
                                .within = Within::UpTo,
                                .kind = ListKind::Half,
                                .method = c.method,
                                .sort = {.algorithm = c.sort}});
    EXPECT_EQ(test::pairsOf(search.find(points, {}, c.cell(), {})), expected);
    pairs_ += expected.size();
  }

  texel::Device device_ = test::makeDevice(GetParam());
  std::size_t pairs_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Engines, MatrixTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Returns the number of different pairs of values that two members take in `all`.
template <typename A, typename B>
std::size_t pairsOfValues(const std::vector<Combination>& all, A Combination::*a,
                          B Combination::*b) {
  std::vector<std::pair<A, B>> seen;
  for (const Combination& c : all) {
    const std::pair<A, B> pair(c.*a, c.*b);
    if (std::find(seen.begin(), seen.end(), pair) == seen.end()) seen.push_back(pair);
  }
  return seen.size();
}

TEST_P(MatrixTest, EverySearch_MatchesDoublePrecision) {
  const std::vector<Combination> all = combinations(GetParam(), test::longTests());
  const std::size_t sorts = test::sortsOf(GetParam()).size();
  EXPECT_EQ(all.size(), 7 * 3 * 2 * (test::longTests() ? sorts : 1));
  EXPECT_EQ(pairsOfValues(all, &Combination::sort, &Combination::method), sorts * 7);
  EXPECT_EQ(pairsOfValues(all, &Combination::sort, &Combination::periodic), sorts * 3);
  EXPECT_EQ(pairsOfValues(all, &Combination::sort, &Combination::dimensions), sorts * 2);
  EXPECT_EQ(pairsOfValues(all, &Combination::method, &Combination::periodic), 7U * 3);
  EXPECT_EQ(pairsOfValues(all, &Combination::method, &Combination::dimensions), 7U * 2);
  EXPECT_EQ(pairsOfValues(all, &Combination::periodic, &Combination::dimensions), 3U * 2);
  std::size_t searched = 0;
  for (const Combination& c : all) {
    for (const PointSet& set : pointSets(sizeIn(c.dimensions), c.method)) {
      expectExact(set, c);
      ++searched;
    }
  }
  EXPECT_EQ(searched, all.size() * 5);
  EXPECT_GT(pairs_, all.size() * 3000);
}

}  // namespace
}  // namespace gpubuck::pairs
