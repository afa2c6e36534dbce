// The quick test whether a particle may be near: no near particle fails it, and few far particles
// pass it.
#include <glm/geometric.hpp>
#include <random>

#include "cells/cell_grid.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::dpd {
namespace {

/// Writes three results: in x whether the particle may be near, in y whether it is near by the
/// operations of pair_terms.glsl, and in z the same result as in x, as the highest bit.
constexpr const char* kCompareNear = R"(
#include "dpd/may_be_near.glsl"
#include "texel/layout.glsl"
uniform sampler2D u_position;
uniform sampler2D u_image;
uniform sampler2D u_other;
void run(int i) {
  vec3 position = texelFetch(u_position, texelOf(i), 0).xyz;
  vec3 image = texelFetch(u_image, texelOf(i), 0).xyz;
  vec3 other = texelFetch(u_other, texelOf(i), 0).xyz;
  vec3 d = (position - other) - image;
  uint maybe = mayBeNear(position - image, other, 0);
  uint highest = mayBeNear(position - image, other, 31);
  o_near = uvec4(maybe, uint(dot(d, d) < 1.0), highest, 0u);
}
)";

struct NearPairs {
  std::vector<glm::vec4> positions, images, others;
};

/// Returns pairs at distances around 1, mostly within a few rounding errors of 1, across all sides.
NearPairs pairsAroundTheCutoff(double side, std::size_t count) {
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  NearPairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    glm::dvec3 position, image(0.0), apart;
    for (int axis = 0; axis < 3; ++axis) {
      // Rounding is worst at the far end of the box.
      position[axis] = uniform(0.9, 1.0) * side;
      if ((i >> axis & 1) != 0) {
        image[axis] = position[axis] > 0.95 * side ? side : -side;
        if (image[axis] < 0.0) position[axis] -= 0.9 * side;
      }
      apart[axis] = uniform(-1.0, 1.0);
    }
    const double away = i % 4 == 0 ? uniform(0.5, 1.5) : 1.0 + uniform(-4.0, 4.0) * 0x1p-23 * side;
    apart *= away / glm::length(apart);
    pairs.positions.emplace_back(glm::vec3(position), 0.0F);
    pairs.images.emplace_back(glm::vec3(image), 0.0F);
    pairs.others.emplace_back(glm::vec3(position - image - apart), 0.0F);
  }
  return pairs;
}

class MayBeNearTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, MayBeNearTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(MayBeNearTest, NearParticles_AreNeverMissed) {
  const test::ShaderFolder shaders;
  shaders.write("test/compare_near.glsl", kCompareNear);
  const texel::Device device = test::makeDevice(GetParam(), 0, shaders.library());
  for (const double side : {3.0, 77.7, 250.0}) {
    SCOPED_TRACE(side);
    cells::Box box;
    box.size = glm::dvec3(side);
    const NearPairs pairs = pairsAroundTheCutoff(side, 20'000);
    const texel::Vec4Array positions(device, "positions", pairs.positions),
        images(device, "images", pairs.images), others(device, "others", pairs.others);
    texel::UInt4Array near(device, "near", positions.count());
    test::fillWithSentinel(near);
    texel::MapPass(device, {.name = "test/compare_near",
                            .outputs = {{"o_near", texel::Format::UInt4}},
                            .prologue = cells::gridPrologue(cells::makeCellGrid(box, 1.0))})
        .run(positions.count(),
             {{"u_position", positions}, {"u_image", images}, {"u_other", others}},
             {{"o_near", near}});
    test::expectSentinelFrom(near, positions.count());
    int nears = 0, clearlyFar = 0, farButTaken = 0;
    const std::vector<glm::uvec4> found = near.download();
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::uint32_t maybe = found[i].x, is = found[i].y, highest = found[i].z;
      EXPECT_EQ(highest, maybe << 31) << i;
      if (is != 0) {
        ++nears;
        EXPECT_EQ(maybe, 1u) << i;
      }
      const glm::dvec3 apart = glm::dvec3(pairs.positions[i]) - glm::dvec3(pairs.images[i]) -
                               glm::dvec3(pairs.others[i]);
      // Even for a side of 250, the quick test's margin ends below this distance.
      if (glm::length(apart) > 1.001) {
        ++clearlyFar;
        farButTaken += static_cast<int>(maybe);
      }
    }
    EXPECT_GT(nears, 5000);
    EXPECT_GT(clearlyFar, 1000);
    EXPECT_EQ(farButTaken, 0);
  }
}

}  // namespace
}  // namespace gpubuck::dpd
