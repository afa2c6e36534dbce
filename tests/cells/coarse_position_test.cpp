// Coarse positions: no near point may seem far, and few far points may seem near.
#include "cells/cell_grid.h"

#include <fmt/format.h>

#include <glm/geometric.hpp>
#include <random>

#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::cells {
namespace {

/// Compares point i, moved to its image, with the other points 4 i to 4 i + 3.
constexpr const char* kCompare = R"(
#include "cells/coarse_position.glsl"
#include "texel/layout.glsl"
uniform sampler2D u_position;
uniform sampler2D u_image;
uniform usampler2D u_coarse;
void run(int i) {
  vec3 position = texelFetch(u_position, texelOf(i), 0).xyz - texelFetch(u_image, texelOf(i), 0).xyz;
  o_near = uvec4(coarselyNear(coarsePosition(position), texelFetch(u_coarse, texelOf(i), 0)), uvec3(0u));
}
)";

/// Points, an image of each, and four other points for each: two just within the radius, and two
/// anywhere within the reach of the search.
struct Pairs {
  std::vector<glm::vec4> points, images, others;
};

Pairs randomPairs(const CellGrid& grid, std::size_t count) {
  std::mt19937 random(5);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    glm::dvec3 point(0.0), image(0.0);
    for (int axis = 0; axis < grid.box.dimensions; ++axis) {
      const double length = grid.box.size[axis];
      // Rounding is worst at the far end of the box. Images lie next to the sides.
      point[axis] = i % 3 == 0 ? uniform(0.0, length) : uniform(0.9 * length, length);
      if (i % 4 == 0 && point[axis] > length - grid.radius) image[axis] = length;
    }
    pairs.points.emplace_back(glm::vec3(point), 0.0F);
    pairs.images.emplace_back(glm::vec3(image), 0.0F);
    for (int k = 0; k < 4; ++k) {
      glm::dvec3 apart(0.0);
      for (int axis = 0; axis < grid.box.dimensions; ++axis) apart[axis] = uniform(-1.0, 1.0);
      if (k < 2) apart *= grid.radius * (1.0 - 2e-4) / glm::length(apart);
      if (k >= 2) apart *= 1.2 * grid.radius;  // up to the reach of the search
      pairs.others.emplace_back(glm::vec3(point - image + apart), 0.0F);
    }
  }
  return pairs;
}

class CoarsePositionTest : public test::EngineTest {
 protected:
  CoarsePositionTest() { shaders_.write("test/compare.glsl", kCompare); }

  void expectNoneMissed(const CellGrid& grid) {
    const Pairs pairs = randomPairs(grid, 5000);
    const texel::Device device = test::makeDevice(GetParam(), 0, shaders_.library());
    const texel::Vec4Array points(device, "points", pairs.points),
        images(device, "images", pairs.images), others(device, "others", pairs.others);
    CoarsePositions coarse(device, grid, others.count());
    coarse.find(others);
    texel::UInt4Array near(device, "near", points.count());
    test::fillWithSentinel(near);
    texel::MapPass(device, {.name = "test/compare",
                            .outputs = {{"o_near", texel::Format::UInt4}},
                            .prologue = coarsePositionPrologue(grid)})
        .run(points.count(),
             {{"u_position", points}, {"u_image", images}, {"u_coarse", coarse.fours()}},
             {{"o_near", near}});
    test::expectSentinelFrom(near, points.count());
    const std::vector<glm::uvec4> found = near.download();
    int nears = 0, far = 0, seemNear = 0;
    for (std::size_t i = 0; i < pairs.points.size(); ++i) {
      for (std::size_t k = 0; k < 4; ++k) {
        const glm::dvec3 point = glm::dvec3(pairs.points[i]) - glm::dvec3(pairs.images[i]);
        const double distance = glm::length(point - glm::dvec3(pairs.others[4 * i + k]));
        const bool isNear = ((found[i].x >> k) & 1U) != 0;
        if (distance < grid.radius) {
          ++nears;
          EXPECT_TRUE(isNear) << i << ", " << k << ": " << distance;
        } else if (distance > 1.05 * grid.radius) {
          ++far;
          seemNear += isNear ? 1 : 0;
        }
      }
    }
    EXPECT_GT(nears, 9000);
    EXPECT_GT(far, 1000);
    EXPECT_EQ(seemNear, 0);
  }

  test::ShaderFolder shaders_;
};
INSTANTIATE_TEST_SUITE_P(Engines, CoarsePositionTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(CoarsePositionTest, Cull_MissesNoNeighbour) {
  Box box;
  for (const glm::dvec3 size :
       {glm::dvec3(3.0, 3.5, 3.9), glm::dvec3(70.4, 8.0, 33.3), glm::dvec3(1000.0, 4.0, 4.0)}) {
    box.size = size;
    SCOPED_TRACE(fmt::format("box {} {} {}", size.x, size.y, size.z));
    expectNoneMissed(makeCellGrid(box, 1.0));
  }
}

// For a position just below 0 the fraction of a period may be rounded up to 1. A fraction of 1
// takes one bit more than an axis has.
TEST_P(CoarsePositionTest, FractionRoundedUpToOne_KeepsTheOtherAxes) {
  Box box;
  box.size = {3.0, 3.5, 3.9};
  const CellGrid grid = makeCellGrid(box, 1.0);
  std::vector<glm::vec4> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float place : {0.0F, -1e-12F}) {
      points.emplace_back(0.9F, 1.3F, 0.7F, 0.0F);
      points.back()[axis] = place;
    }
  }
  points.resize(8);
  const texel::Device device = test::makeDevice(GetParam());
  const texel::Vec4Array array(device, "points", points);
  CoarsePositions coarse(device, grid, array.count());
  coarse.find(array);
  const std::vector<glm::uvec4> words = coarse.fours().download();
  const glm::uvec3 bits(2047U, 2047U << 11, 1023U << 22);
  for (int axis = 0; axis < 3; ++axis) {
    const int at = 2 * axis;
    const std::uint32_t zero = words[at / 4][at % 4], below = words[at / 4][at % 4 + 1];
    EXPECT_EQ(zero & bits[axis], 0U);
    EXPECT_EQ(below & ~bits[axis], zero) << axis;
    // Some devices round the fraction to just below 1 instead.
    EXPECT_TRUE((below & bits[axis]) == 0U || (below & bits[axis]) == bits[axis]) << axis;
  }
}

TEST_P(CoarsePositionTest, SmallerAndLargerCells) {
  Box box;
  box.size = {20.0, 12.5, 9.0};
  for (const char* word : {"cells-per-cutoff=2", "cells-per-cutoff=4", "octant=2", "octant=4"}) {
    SCOPED_TRACE(word);
    expectNoneMissed(makeCellGrid(box, 1.0, *parseMethod(word)));
  }
}

TEST_P(CoarsePositionTest, TwoDimensions) {
  Box box;
  box.dimensions = 2;
  box.size = {300.0, 40.0, 1.0};
  expectNoneMissed(makeCellGrid(box, 1.0));
}

}  // namespace
}  // namespace gpubuck::cells
