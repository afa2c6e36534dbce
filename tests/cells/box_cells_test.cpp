// Cells of a box on the processor: the pairs that they find, against all pairs.
#include "cells/box.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace gpubuck::cells {
namespace {

using NumberPairs = std::set<std::pair<std::size_t, std::size_t>>;

NumberPairs allPairs(const Box& box, const std::vector<glm::dvec3>& places, double reach) {
  NumberPairs pairs;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      if (i == j || glm::length(box.nearestImage(places[i] - places[j])) >= reach) continue;
      pairs.emplace(i, j);
    }
  }
  return pairs;
}

/// Returns the pairs that are found in cells, and expects that no cell is visited twice.
NumberPairs pairsInCells(const Box& box, const std::vector<glm::dvec3>& places, double reach) {
  const BoxCells cells(box, reach);
  std::vector<std::vector<std::size_t>> members(cells.count());
  for (std::size_t i = 0; i < places.size(); ++i) members.at(cells.at(places[i])).push_back(i);
  NumberPairs pairs;
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::set<std::size_t> visited;
    cells.visitNear(places[i], [&](std::size_t cell) {
      EXPECT_TRUE(visited.insert(cell).second) << "cell " << cell;
      for (const std::size_t j : members.at(cell)) {
        if (i == j || glm::length(box.nearestImage(places[i] - places[j])) >= reach) continue;
        pairs.emplace(i, j);
      }
    });
  }
  return pairs;
}

// Sides are shorter than one cell, or one, two, three or many cells long. Some places are on the
// ends of a side.
TEST(BoxCells, PairsWithinReach_AreThoseOfAllPairs) {
  std::mt19937 random(1);
  const auto uniform = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  for (const int dimensions : {2, 3}) {
    for (int walls = 0; walls < 1 << dimensions; ++walls) {
      for (const double length : {0.7, 1.0, 2.5, 3.0, 6.3}) {
        for (const double reach : {0.4, 1.0}) {
          SCOPED_TRACE(fmt::format("{} dimensions, walls {}, length {}, reach {}", dimensions,
                                   walls, length, reach));
          Box box{.size = {length, 3.1, dimensions == 3 ? 2.2 : 1.0}, .dimensions = dimensions};
          for (int axis = 0; axis < dimensions; ++axis) {
            if (walls >> axis & 1)
              box.boundary[static_cast<std::size_t>(axis)] = Boundary::Reflecting;
          }
          std::vector<glm::dvec3> places(150, glm::dvec3(0.0));
          for (glm::dvec3& place : places) {
            for (int axis = 0; axis < dimensions; ++axis) {
              const double share = uniform();
              place[axis] = share < 0.02   ? 0.0
                            : share > 0.98 ? box.size[axis]
                                           : share * box.size[axis];
            }
          }
          const NumberPairs wanted = allPairs(box, places, reach);
          EXPECT_FALSE(wanted.empty());
          EXPECT_TRUE(pairsInCells(box, places, reach) == wanted);
        }
      }
    }
  }
}

TEST(BoxCells, NearlyEmptyBox_HasNoMoreCellsThanIds) {
  const BoxCells cells({.size = glm::dvec3(1e9)}, 1.0);
  EXPECT_LE(cells.count(), static_cast<std::size_t>(kMaxCount));
  EXPECT_LT(cells.at(glm::dvec3(1e9)), cells.count());
}

}  // namespace
}  // namespace gpubuck::cells
