#include "cells/box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "reference/geometry.h"

namespace gpubuck::cells {
namespace {

// Coordinates and sides are multiples of 1/8, so that all results are exact. If two images are
// equally near, either may be returned.
TEST(Box, NearestImage_MatchesTheOracle) {
  std::mt19937 random(1);
  for (const int dimensions : {2, 3}) {
    for (int walls = 0; walls < 8; ++walls) {
      Box box{.size = {3.0, 5.5, dimensions == 3 ? 8.25 : 1.0}, .dimensions = dimensions};
      for (int axis = 0; axis < 3; ++axis) {
        if (walls >> axis & 1) box.boundary[axis] = Boundary::Reflecting;
      }
      const auto place = [&] {
        glm::dvec3 result(0.0);
        for (int axis = 0; axis < dimensions; ++axis) {
          result[axis] = random() % static_cast<unsigned>(8.0 * box.size[axis]) / 8.0;
        }
        return result;
      };
      for (int k = 0; k < 1000; ++k) {
        const glm::dvec3 a = place(), b = place();
        const glm::dvec3 image = box.nearestImage(a - b);
        const glm::dvec3 expected = reference::nearestImage(box, a, b);
        for (int axis = 0; axis < 3; ++axis) {
          const bool isHalf = 2.0 * std::abs(expected[axis]) == box.size[axis];
          EXPECT_EQ(isHalf ? std::abs(image[axis]) : image[axis],
                    isHalf ? std::abs(expected[axis]) : expected[axis])
              << axis << ": " << a[axis] << " - " << b[axis];
        }
      }
    }
  }
}

}  // namespace
}  // namespace gpubuck::cells
