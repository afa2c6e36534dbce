// What a search from one element meets, against all pairs.
#include "cells/around.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <random>
#include <set>

#include "reference/geometry.h"
#include "support/gpu_test.h"

namespace gpubuck::cells {
namespace {

struct AroundTest : test::EngineTest {
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, AroundTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

std::vector<glm::vec4> randomPlaces(const Box& box, int count, std::mt19937& random) {
  std::vector<glm::vec4> places;
  for (int k = 0; k < count; ++k) {
    glm::vec4 place(0.0f);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      place[axis] = insideAsFloat(
          std::uniform_real_distribution<double>(0.0, box.size[axis])(random), box.size[axis]);
    }
    places.push_back(place);
  }
  return places;
}

/// Counts by all pairs, of elements in their cells by the GPU.
void expectAround(const CellIndex& cells, const std::vector<glm::vec4>& places, std::size_t i,
                  const Around& found) {
  const CellGrid& grid = cells.grid();
  const auto mapping = cells.mapping().download();
  const std::vector<WalkedCell> walked = walkedCells(grid, glm::vec3(places[i]));
  std::set<std::int64_t> numbers;
  for (const WalkedCell& cell : walked) numbers.insert(cell.number);
  const auto cellOfElement = [&](std::size_t j) {
    return static_cast<std::int64_t>(texel::decodeId(mapping[j]));
  };
  const glm::ivec3 home = cellOf(grid, glm::vec3(places[i]));
  EXPECT_EQ(cellAt(grid, cellOfElement(i)), home);

  Around expected;
  for (std::size_t j = 0; j < places.size(); ++j) {
    expected.listed += cellOfElement(j) == cellOfElement(i) ? 1 : 0;
    if (j == i) continue;
    const glm::dvec3 apart =
        reference::nearestImage(grid.box, glm::dvec3(places[i]), glm::dvec3(places[j]));
    for (const WalkedCell& cell : walked) {
      expected.candidates += cell.number == cellOfElement(j) ? 1 : 0;
    }
    if (glm::dot(apart, apart) >= grid.radius * grid.radius) continue;
    ++expected.near;
    EXPECT_TRUE(numbers.contains(cellOfElement(j))) << "a neighbour is in no walked cell";
  }
  EXPECT_EQ(found.near, expected.near);
  EXPECT_EQ(found.candidates, expected.candidates);
  EXPECT_EQ(found.listed, expected.listed);

  const auto listed = elementsOf(cells, cellOfElement(i), 1000);
  ASSERT_EQ(std::ssize(listed), expected.listed);
  ASSERT_GE(found.place, 1);
  ASSERT_LE(found.place, found.listed);
  EXPECT_EQ(listed[static_cast<std::size_t>(found.place - 1)], static_cast<std::int64_t>(i));
  for (const std::int64_t j : listed) EXPECT_EQ(cellOfElement(j), cellOfElement(i));
  EXPECT_EQ(std::set(listed.begin(), listed.end()).size(), listed.size());
}

TEST_P(AroundTest, NeighboursAreInTheWalkedCellsAndCandidatesAreAllOfThose) {
  std::mt19937 random(3);
  for (const char* word : {"cells27", "cells-per-cutoff=2", "octant=2", "octant=2.52"}) {
    for (const int dimensions : {2, 3}) {
      for (const sort::Algorithm algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Counting}) {
        if (algorithm == sort::Algorithm::Counting && GetParam() == texel::Engine::Paper) continue;
        Box box{{5.3, 4.9, 4.1}};
        box.dimensions = dimensions;
        box.boundary[1] = Boundary::Reflecting;
        const CellGrid grid = makeCellGrid(box, 1.0, parseMethod(word).value());
        const auto places = randomPlaces(box, 300, random);
        const texel::Vec4Array position(device_, "position", places);
        CellIndex cells(device_, grid, {.algorithm = algorithm}, std::ssize(places));
        cells.sort(position);
        CountAround count(device_, cells);
        for (std::size_t i = 0; i < places.size(); i += 23) {
          SCOPED_TRACE(::testing::Message() << word << ' ' << dimensions << " element " << i);
          expectAround(cells, places, i, count.run(cells, position, std::int64_t(i)));
        }
      }
    }
  }
}

TEST_P(AroundTest, AWalkNamesTheCellsAndGoesOnBeyondPeriodicSides) {
  Box box{{6.0, 6.0, 6.0}};
  box.boundary[2] = Boundary::Reflecting;
  const CellGrid grid = makeCellGrid(box, 1.0);
  // Near a corner of the box and in the middle of the cell's edges along y.
  const std::vector<WalkedCell> walked = walkedCells(grid, {0.05f, 0.5f, 0.05f});
  EXPECT_EQ(cellOf(grid, {0.05f, 0.5f, 0.05f}), glm::ivec3(0));
  const auto has = [&](const WalkedCell& cell) {
    return std::ranges::find(walked, cell) != walked.end();
  };
  EXPECT_TRUE(has({0, {0, 0, 0}}));
  EXPECT_TRUE(has({5, {-1, 0, 0}}));
  EXPECT_TRUE(has({30, {0, -1, 0}}));
  EXPECT_TRUE(has({36, {0, 0, 1}}));
  EXPECT_FALSE(has({180, {0, 0, -1}})) << "there is a wall";
  EXPECT_FALSE(has({42 + 1, {1, 1, 1}})) << "it is too far away";
  EXPECT_EQ(cellAt(grid, 43), glm::ivec3(1, 1, 1));
}

TEST_P(AroundTest, OnlyTheFirstElementsOfALongListAreRead) {
  const std::vector<glm::vec4> places(50, glm::vec4(0.5f));
  const texel::Vec4Array position(device_, "position", places);
  CellIndex cells(device_, makeCellGrid({{3.0, 3.0, 3.0}}, 1.0), {}, 50);
  cells.sort(position);
  EXPECT_EQ(elementsOf(cells, 0, 50).size(), 50u);
  EXPECT_EQ(elementsOf(cells, 0, 7).size(), 7u);
  EXPECT_TRUE(elementsOf(cells, 1, 7).empty());
  EXPECT_EQ(CountAround(device_, cells).run(cells, position, 49).near, 49);
}

}  // namespace
}  // namespace gpubuck::cells
