// Every method of search, in lists and in ranges, against all pairs in double: every neighbour is
// visited once, as its nearest image.
#include <fmt/format.h>

#include <random>

#include "cells/neighbourhoods.h"
#include "support/long_tests.h"
#include "support/property.h"

namespace gpubuck::cells {
namespace {

using test::Neighbourhoods;

/// Coordinates are whole multiples of this number. Floats then hold the differences of coordinates
/// exactly, and near the radius the squares of the differences and the sum of the squares. The
/// GPU's distance is therefore exact, and falls on the same side of the radius as the distance in
/// double precision.
constexpr double kGrain = 0x1p-10;

double toGrain(double length) { return std::ceil(length / kGrain) * kGrain; }

std::vector<Method> methods() {
  std::vector<Method> all;
  for (const char* word : {"cells27", "cells-per-cutoff=2", "cells-per-cutoff=3",
                           "cells-per-cutoff=4", "octant=2", "octant=2.52", "octant=4"}) {
    all.push_back(parseMethod(word).value());
  }
  return all;
}

/// Returns the shortest periodic side that a search with the radius 1 accepts.
double shortestSide(const Method& method) {
  return toGrain(leastPeriodicCells(method) * leastEdge(method, 1.0));
}

class NeighbourhoodTest : public test::EngineTest {
 private:
  texel::Device makeDevice() const {
    folder_.write(std::string(test::kCountNeighbours) + ".glsl",
                  test::readFile(GPUBUCK_SOURCE_DIR "/tests/cells/shaders/count_neighbours.glsl"));
    return test::makeDevice(GetParam(), test::kTestTextureWidth, folder_.library());
  }

  test::ShaderFolder folder_;

 protected:
  texel::Device device_ = makeDevice();
};
INSTANTIATE_TEST_SUITE_P(Engines, NeighbourhoodTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

glm::vec4 randomPoint(const Box& box, std::mt19937& random) {
  glm::vec4 r(0.0f);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    std::uniform_int_distribution<int> place(0, static_cast<int>(box.size[axis] / kGrain));
    r[axis] = static_cast<float>(place(random) * kGrain);
  }
  return r;
}

/// Returns uniformly distributed points of the box, also on its faces.
std::vector<glm::vec4> randomPoints(const Box& box, std::size_t count) {
  std::mt19937 random(3);
  std::vector<glm::vec4> result(count);
  for (glm::vec4& r : result) r = randomPoint(box, random);
  return result;
}

/// Returns clusters of 20 points, each about 0.1 wide. Some are pressed against a face of the box.
/// Three points of a cluster are in one place.
std::vector<glm::vec4> clusteredPoints(const Box& box, std::size_t clusters) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> shift(-50, 50);
  std::vector<glm::vec4> result;
  for (std::size_t k = 0; k < clusters; ++k) {
    const glm::vec4 centre = randomPoint(box, random);
    result.insert(result.end(), 3, centre);
    for (int member = 0; member < 17; ++member) {
      glm::vec4 r = centre;
      for (int axis = 0; axis < box.dimensions; ++axis) {
        r[axis] =
            static_cast<float>(std::clamp(r[axis] + shift(random) * kGrain, 0.0, box.size[axis]));
      }
      result.push_back(r);
    }
  }
  return result;
}

/// Returns all points of a lattice with this spacing, also on every face of the box.
std::vector<glm::vec4> latticePoints(const Box& box, double spacing) {
  std::vector<glm::vec4> result;
  const double zEnd = box.dimensions == 3 ? box.size.z : 0.0;
  for (double z = 0.0; z <= zEnd; z += spacing) {
    for (double y = 0.0; y <= box.size.y; y += spacing) {
      for (double x = 0.0; x <= box.size.x; x += spacing) result.emplace_back(x, y, z, 0.0);
    }
  }
  return result;
}

/// Returns every combination of periodic and reflecting sides along the first `dimensions` axes.
std::vector<std::array<Boundary, 3>> boundaries(int dimensions) {
  std::vector<std::array<Boundary, 3>> result;
  for (int bits = 0; bits < 1 << dimensions; ++bits) {
    std::array<Boundary, 3> boundary{};
    for (int axis = 0; axis < 3; ++axis) {
      boundary[static_cast<std::size_t>(axis)] =
          (bits >> axis & 1) != 0 ? Boundary::Reflecting : Boundary::Periodic;
    }
    result.push_back(boundary);
  }
  return result;
}

/// Returns the combinations of sides with which a method is tried. Each combination needs shaders
/// of its own. Long tests take all combinations. Other tests take two combinations. In the first,
/// all sides are of one kind, periodic or walls in turns. The second is a mixture, which changes
/// with `turn`.
std::vector<std::array<Boundary, 3>> sidesInTurn(int dimensions, std::size_t turn) {
  const auto all = boundaries(dimensions);
  if (test::longTests()) return all;
  return {turn % 2 == 0 ? all.front() : all.back(), all[1 + turn % (all.size() - 2)]};
}

/// Returns the sides of a box that is, in turns, fully periodic, periodic along x and y, or open.
/// Long tests take all three kinds.
std::vector<std::array<Boundary, 3>> mainSidesInTurn(std::size_t turn) {
  const auto all = boundaries(3);
  const std::vector<std::array<Boundary, 3>> sides{all[0b000], all[0b100], all[0b111]};
  if (test::longTests()) return sides;
  return {sides[turn % sides.size()]};
}

std::string describe(const CellGrid& grid) {
  std::string sides = methodWord(grid.method) + ":";
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    sides += fmt::format(" {} {} in {} cells", grid.box.size[axis],
                         grid.box.isPeriodic(axis) ? "periodic" : "walls", grid.cells[axis]);
  }
  return sides;
}

// Each side has a different number of cells.
TEST_P(NeighbourhoodTest, ThreeDimensions) {
  std::int64_t compared = 0;
  std::size_t turn = 1;
  for (const Method& method : methods()) {
    const double side = shortestSide(method);
    for (const auto& boundary : mainSidesInTurn(turn++)) {
      const Box box{{toGrain(2.25 * side), side, toGrain(1.625 * side)}, boundary, 3};
      const CellGrid grid = makeCellGrid(box, 1.0, method);
      SCOPED_TRACE(describe(grid));
      Neighbourhoods neighbourhoods(device_, grid);
      EXPECT_GT(neighbourhoods.check(randomPoints(box, 250)), 500);
      EXPECT_GT(neighbourhoods.check(clusteredPoints(box, 10)), 3800);
      EXPECT_GT(neighbourhoods.check(latticePoints(box, 0.75)), 100);
      compared += neighbourhoods.compared();
    }
  }
  EXPECT_GT(compared, test::longTests() ? 10'000 : 4'000);
}

TEST_P(NeighbourhoodTest, ShortestBoxOfEachMethod) {
  std::size_t turn = 0;
  for (const Method& method : methods()) {
    for (const auto& boundary : sidesInTurn(3, turn++)) {
      const Box box{glm::dvec3(shortestSide(method)), boundary, 3};
      const CellGrid grid = makeCellGrid(box, 1.0, method);
      SCOPED_TRACE(describe(grid));
      Neighbourhoods neighbourhoods(device_, grid);
      EXPECT_GT(neighbourhoods.check(randomPoints(box, 150)), 500);
      EXPECT_GT(neighbourhoods.check(clusteredPoints(box, 5)), 1900);
    }
  }
}

TEST_P(NeighbourhoodTest, TwoDimensions) {
  std::size_t turn = 0;
  for (const Method& method : methods()) {
    const double side = shortestSide(method);
    for (const auto& boundary : sidesInTurn(2, turn++)) {
      for (const glm::dvec3& times : {glm::dvec3(1.0), glm::dvec3(1.25, 2.5, 1.0)}) {
        Box box{glm::dvec3(toGrain(side * times.x), toGrain(side * times.y), 1.0), boundary, 2};
        const CellGrid grid = makeCellGrid(box, 1.0, method);
        SCOPED_TRACE(describe(grid));
        Neighbourhoods neighbourhoods(device_, grid);
        EXPECT_GT(neighbourhoods.check(randomPoints(box, 150)), 500);
        EXPECT_GT(neighbourhoods.check(clusteredPoints(box, 8)), 3000);
        EXPECT_GT(neighbourhoods.check(latticePoints(box, 0.25)), 1000);
      }
    }
  }
}

// Points at exactly the radius are no neighbours. On this lattice many pairs have this distance, in
// all directions, and many points lie on the faces of cells and of octants.
TEST_P(NeighbourhoodTest, PointsOnCellFaces) {
  std::size_t turn = 0;
  for (const Method& method : methods()) {
    for (const auto& boundary : mainSidesInTurn(turn++)) {
      const CellGrid grid = makeCellGrid({glm::dvec3(4.0, 5.0, 4.0), boundary, 3}, 1.0, method);
      SCOPED_TRACE(describe(grid));
      EXPECT_GT(Neighbourhoods(device_, grid).check(latticePoints(grid.box, 0.5)), 1000);
    }
  }
}

// Between walls one cell is enough, however short the side is.
TEST_P(NeighbourhoodTest, ShortSidesBetweenWalls) {
  std::size_t turn = 3;
  for (const Method& method : methods()) {
    for (const auto& boundary : sidesInTurn(3, turn++)) {
      Box box{glm::dvec3(0.125, 0.75, 1.5), boundary, 3};
      for (int axis = 0; axis < 3; ++axis) {
        if (box.isPeriodic(axis)) box.size[axis] = 4.25;
      }
      const CellGrid grid = makeCellGrid(box, 1.0, method);
      SCOPED_TRACE(describe(grid));
      EXPECT_GT(Neighbourhoods(device_, grid).check(randomPoints(box, 120)), 200);
    }
  }
}

TEST_P(NeighbourhoodTest, FewParticles) {
  for (const Method& method : methods()) {
    const CellGrid grid =
        makeCellGrid({glm::dvec3(4.0, 4.0, 4.0), boundaries(3).front(), 3}, 1.0, method);
    SCOPED_TRACE(describe(grid));
    Neighbourhoods neighbourhoods(device_, grid);
    EXPECT_EQ(neighbourhoods.check({}), 0);
    EXPECT_EQ(neighbourhoods.check({{0.0f, 0.0f, 0.0f, 0.0f}}), 0);
    // Points in opposite corners are neighbours across three sides. Points in the same place are
    // neighbours, too.
    EXPECT_EQ(neighbourhoods.check({{0.0f, 0.0f, 0.0f, 0.0f}, {3.75f, 3.75f, 3.75f, 0.0f}}), 2);
    EXPECT_EQ(neighbourhoods.check({{1.5f, 1.5f, 1.5f, 0.0f}, {1.5f, 1.5f, 1.5f, 0.0f}}), 2);
    EXPECT_EQ(neighbourhoods.check(std::vector<glm::vec4>(70, glm::vec4(2.0f, 1.0f, 4.0f, 0.0f))),
              70 * 69);
    // These two points are farther apart than the radius, in any image.
    EXPECT_EQ(neighbourhoods.check({{0.0f, 0.0f, 0.0f, 0.0f}, {1.5f, 1.5f, 1.5f, 0.0f}}), 0);
  }
}

// Radius, box and points are arbitrary. The radius is at most 3 and a multiple of the grain, which
// keeps squares near the radius exact.
TEST_P(NeighbourhoodTest, AnyBoxAndRadius) {
  std::int64_t neighbours = 0;
  test::expectProperty(30, [&] {
    const Method method = *rc::gen::elementOf(methods());
    const int dimensions = *rc::gen::inRange(2, 4);
    const double radius = *rc::gen::inRange(100, 3000) * kGrain;
    Box box{glm::dvec3(1.0), *rc::gen::elementOf(boundaries(dimensions)), dimensions};
    for (int axis = 0; axis < dimensions; ++axis) {
      const double shortest = box.isPeriodic(axis) ? shortestSide(method) : 10.0 * kGrain;
      box.size[axis] = toGrain(radius * (shortest + *rc::gen::inRange(0, 3000) * kGrain));
    }
    const CellGrid grid = makeCellGrid(box, radius, method);
    SCOPED_TRACE(describe(grid));
    const auto count = *rc::gen::inRange<std::size_t>(0, 300);
    neighbours += Neighbourhoods(device_, grid).check(randomPoints(box, count));
    RC_ASSERT(!HasFailure());
  });
  EXPECT_GT(neighbours, test::longTests() ? 10'000 : 2'000);
}

}  // namespace
}  // namespace gpubuck::cells
