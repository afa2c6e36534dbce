#include "dpd/steps/places_of_ids.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

struct FindParticleTest : test::EngineTest {
  texel::Device device_ = test::makeDevice(GetParam());
  FindParticle find_{device_};
};
INSTANTIATE_TEST_SUITE_P(Engines, FindParticleTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(FindParticleTest, FindsEveryId) {
  std::vector<float> ids(70'000);
  std::iota(ids.begin(), ids.end(), 0.0f);
  std::shuffle(ids.begin(), ids.end(), std::mt19937(5));
  std::vector<glm::vec4> predicted;
  for (const float id : ids) predicted.emplace_back(test::vec4Sentinel().x, 0.0f, 0.0f, id);
  const texel::Vec4Array array(device_, "predicted", predicted);
  for (const std::size_t place : {0u, 1u, 63u, 64u, 33'333u, 65'536u, 69'999u}) {
    EXPECT_EQ(find_.run(array, static_cast<std::uint32_t>(ids[place])),
              std::optional(static_cast<std::int64_t>(place)));
  }
  EXPECT_EQ(find_.run(array, 70'000), std::nullopt);
  EXPECT_EQ(find_.run(array, kMaxCount - 1), std::nullopt);
}

}  // namespace
}  // namespace gpubuck::dpd
