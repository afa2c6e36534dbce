// The box around points, found on the GPU.
#include "search/bounds.h"

#include <glm/common.hpp>
#include <random>

#include "support/gpu_test.h"

namespace gpubuck::search {
namespace {

class BoundsTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, BoundsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(BoundsTest, HoldsAllPointsAndNoMore) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> place(-3.0F, 5.0F);
  for (const std::size_t count : {1, 2, 63, 64, 65, 4096, 5000}) {
    std::vector<glm::vec4> points(count);
    for (glm::vec4& r : points) r = {place(random), place(random), place(random), 0.0F};
    points[count / 2].x = -1e30F;  // an extreme in the middle, and at the end
    points[count - 1].z = 7e20F;
    glm::vec4 low = points[0];
    glm::vec4 high = points[0];
    for (const glm::vec4& r : points) {
      low = glm::min(low, r);
      high = glm::max(high, r);
    }
    texel::Array position(device_, "points", texel::Format::Vec4, static_cast<std::int64_t>(count));
    test::fillWithSentinel(position);
    position.upload(points);
    const Bounds bounds = boundsOf(device_, position);
    EXPECT_EQ(bounds.low, glm::dvec3(low)) << count << " points";
    EXPECT_EQ(bounds.high, glm::dvec3(high)) << count << " points";
  }
}

}  // namespace
}  // namespace gpubuck::search
