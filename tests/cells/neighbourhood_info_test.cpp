// The elements that a search from one element visits, compared with all pairs.
#include "cells/neighbourhood_info.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <random>
#include <set>

#include "reference/geometry.h"
#include "support/gpu_test.h"

namespace gpubuck::cells {
namespace {

struct NeighbourhoodInfoTest : test::EngineTest {
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, NeighbourhoodInfoTest, ::testing::ValuesIn(test::testedEngines()),
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

/// Expects the counts that a comparison of all pairs gives. The cells of the elements are read back
/// from the GPU.
void expectInfo(const CellIndex& cells, const std::vector<glm::vec4>& places, std::size_t i,
                const Walk& walk, const NeighbourhoodInfo& found) {
  const CellGrid& grid = cells.grid();
  const auto mapping = cells.mapping().download();
  const auto cellOfElement = [&](std::size_t j) {
    return static_cast<std::int64_t>(texel::decodeId(mapping[j]));
  };
  EXPECT_EQ(walk.own, cellOfElement(i));

  NeighbourhoodInfo expected;
  for (std::size_t j = 0; j < places.size(); ++j) {
    expected.listed += cellOfElement(j) == cellOfElement(i) ? 1 : 0;
    if (j == i) continue;
    const glm::dvec3 apart =
        reference::nearestImage(grid.box, glm::dvec3(places[i]), glm::dvec3(places[j]));
    const auto visits = std::ranges::count(walk.cells, cellOfElement(j));
    expected.candidates += visits;
    if (glm::dot(apart, apart) >= grid.radius * grid.radius) continue;
    ++expected.near;
    EXPECT_GT(visits, 0) << "a neighbour is in no walked cell";
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

TEST_P(NeighbourhoodInfoTest, Neighbours_AreCandidatesOfTheVisitedCells) {
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
        InspectNeighbourhood count(device_, cells);
        WalkCells walk(device_, grid);
        for (std::size_t i = 0; i < places.size(); i += 23) {
          SCOPED_TRACE(::testing::Message() << word << ' ' << dimensions << " element " << i);
          expectInfo(cells, places, i, walk.run(position, std::int64_t(i)),
                     count.run(cells, position, std::int64_t(i)));
        }
      }
    }
  }
}

TEST_P(NeighbourhoodInfoTest, Walk_VisitsCellsInReachAcrossPeriodicSides) {
  Box box{{6.0, 6.0, 6.0}};
  box.boundary[2] = Boundary::Reflecting;
  const CellGrid grid = makeCellGrid(box, 1.0);
  // The place is in the corner cell of the box. It is near the cell's faces along x and z, but
  // halfway between the cell's faces along y.
  const std::vector<glm::vec4> places{{5.5f, 5.5f, 5.5f, 0.0f}, {0.05f, 0.5f, 0.05f, 0.0f}};
  const texel::Vec4Array position(device_, "position", places);
  const Walk walk = WalkCells(device_, grid).run(position, 1);
  EXPECT_EQ(walk.own, 0);
  // The cells are in the order of their steps along z, then y, then x. Beyond z = 0 there is a
  // wall, and cells diagonally on the far sides are too far away.
  EXPECT_EQ(walk.cells, (std::vector<std::int64_t>{30 + 5, 30, 5, 0, 1, 6 + 5, 6, 36 + 5, 36}));
  EXPECT_EQ(cellAt(grid, 43), glm::ivec3(1, 1, 1));
  for (std::int64_t number = 0; number < grid.count(); ++number) {
    EXPECT_EQ(numberOf(grid, cellAt(grid, number)), number);
  }
}

TEST_P(NeighbourhoodInfoTest, LongList_IsReadUpToItsLimit) {
  const std::vector<glm::vec4> places(50, glm::vec4(0.5f));
  const texel::Vec4Array position(device_, "position", places);
  for (const sort::Algorithm algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
    CellIndex cells(device_, makeCellGrid({{3.0, 3.0, 3.0}}, 1.0), {.algorithm = algorithm}, 50);
    cells.sort(position);
    EXPECT_EQ(elementsOf(cells, 0, 50).size(), 50u);
    EXPECT_EQ(elementsOf(cells, 0, 7).size(), 7u);
    EXPECT_TRUE(elementsOf(cells, 1, 7).empty());
    EXPECT_EQ(InspectNeighbourhood(device_, cells).run(cells, position, 49).near, 49);
  }
}

}  // namespace
}  // namespace gpubuck::cells
