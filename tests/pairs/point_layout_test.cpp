// The layout of a user's points: the size of the grid, and the errors of distances in floats.
#include "pairs/point_layout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

namespace gpubuck::pairs {
namespace {

using Points = std::vector<glm::dvec3>;

/// Returns a cloud of 10,000 points in a cube of side 1, and `far` single points far from the
/// cloud.
Points cloudAndFarPoints(std::size_t far) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::uniform_real_distribution<double> exponent(0.0, 300.0);
  Points points(10'000);
  for (glm::dvec3& r : points) r = {share(random), share(random), share(random)};
  for (std::size_t i = 0; i < far; ++i) {
    const double distance = std::pow(10.0, exponent(random));
    points.push_back(distance *
                     glm::dvec3(share(random) - 0.5, share(random) - 0.5, share(random)));
  }
  return points;
}

TEST(PointLayoutTest, FarPoints_CostNoCellsAndCrowdNone) {
  constexpr double kRadius = 0.1;  // on average, 42 points are in this radius, 10 in a cell
  for (const std::size_t far : {0, 1, 100, 2000}) {
    const Points points = cloudAndFarPoints(far);
    const LaidOutPoints laidOut = layOut(points, kRadius);
    const PointLayout& layout = laidOut.layout;
    EXPECT_LE(layout.grid.count(), 4 * static_cast<std::int64_t>(points.size()));
    std::vector<int> inCell(static_cast<std::size_t>(layout.grid.count()), 0);
    for (const glm::vec4& r : laidOut.position) {
      glm::ivec3 cell;
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_GE(r[axis], 0.0F);
        ASSERT_LE(static_cast<double>(r[axis]), layout.grid.box.size[axis] * (1.0 + 0x1p-23));
        cell[axis] = std::min(static_cast<int>(r[axis] / layout.grid.edge[axis]),
                              layout.grid.cells[axis] - 1);
      }
      const glm::ivec3& cells = layout.grid.cells;
      ++inCell[static_cast<std::size_t>(cell.x + cells.x * (cell.y + cells.y * cell.z))];
    }
    // Some 10 points of the cloud are expected in a cell, and few far points are hashed to the same
    // cell.
    EXPECT_LT(*std::max_element(inCell.begin(), inCell.end()), 60) << far << " far points";
  }
}

/// Returns the distance as the shaders compute it for the nearest tile, with the same operations in
/// floats.
double distanceOf(const LaidOutPoints& points, std::size_t i, std::size_t j) {
  const PointLayout& layout = points.layout;
  glm::vec3 apart;
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    const auto side = static_cast<float>(layout.grid.box.size[axis]);
    const int step = layout.hashed[k] ? static_cast<int>(points.tile[j][axis]) -
                                            static_cast<int>(points.tile[i][axis])
                                      : 0;
    apart[axis] = points.position[j][axis] - points.position[i][axis] +
                  (layout.hashed[k] ? static_cast<float>(step) * side : 0.0F);
  }
  return static_cast<double>(std::sqrt(glm::dot(apart, apart)));
}

// By the derivation in point_layout.h, the error is at most half of the margin. The other half is a
// reserve for compilers of shaders, which are not involved here.
TEST(PointLayoutTest, FloatError_IsAtMostHalfTheMargin) {
  std::mt19937 random(12);
  for (const double length : {3.0, 200.0, 1e4, 1e8, 1e15}) {
    for (const double offset : {0.0, 1e6}) {
      std::uniform_real_distribution<double> place(0.0, length);
      std::uniform_real_distribution<double> nearby(-0.6, 0.6);
      Points points;
      for (int i = 0; i < 2000; ++i) {
        points.push_back(offset + glm::dvec3(place(random), place(random), place(random)));
        points.push_back(points.back() +
                         glm::dvec3(nearby(random), nearby(random), nearby(random)));
      }
      const LaidOutPoints laidOut = layOut(points, 1.0);
      const PointLayout& layout = laidOut.layout;
      SCOPED_TRACE(fmt::format("length {}, offset {}", length, offset));
      EXPECT_LT(layout.margin, 1e-3) << "few pairs are left to doubles";
      double worst = 0.0;
      for (std::size_t i = 0; i < points.size(); i += 2) {
        const double exact = glm::length(points[i] - points[i + 1]);
        worst = std::max(worst, std::abs(distanceOf(laidOut, i, i + 1) - exact / layout.unit));
      }
      EXPECT_LE(worst, 0.5 * layout.margin);
      EXPECT_GT(worst, 0.0);
    }
  }
}

// If there is a single far point, the empty stretch before it is removed. If there are many far
// points, only hashing makes the space small.
TEST(PointLayoutTest, OnlyLargeSpace_IsHashed) {
  EXPECT_FALSE(layOut(cloudAndFarPoints(0), 0.1).layout.isHashed());
  Points withOne = cloudAndFarPoints(0);
  withOne.emplace_back(1e12);
  EXPECT_FALSE(layOut(withOne, 0.1).layout.isHashed());
  EXPECT_TRUE(layOut(cloudAndFarPoints(2000), 0.1).layout.isHashed());
}

}  // namespace
}  // namespace gpubuck::pairs
