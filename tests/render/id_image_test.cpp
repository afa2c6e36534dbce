#include "render/colour_map.h"

#include <cstring>

#include <glm/geometric.hpp>
#include <vector>

#include "base/id.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kWidth = test::kTestTextureWidth;
constexpr int kCount = kWidth + 10;
constexpr std::uint32_t kVisited = 0xFF000000u;

class IdImageTest : public test::EngineTest {
 protected:
  texel::IdArray upload(const std::vector<texel::IdTexel>& values) {
    texel::IdArray array(device_, "links", std::ssize(values));
    test::fillWithSentinel(array);
    array.upload(std::span<const texel::IdTexel>(values));
    return array;
  }
  /// Returns the texels of the picture from row 0 on, as R + 256 G + 65536 B, with opacity in the
  /// highest byte.
  std::vector<std::uint32_t> draw(const texel::IdArray& ids, IdShading shading,
                                  std::int64_t largest = kCount - 1) {
    const gl::Texture& picture = image_.draw(ids, shading, largest);
    EXPECT_EQ(picture.width(), kWidth);
    const std::vector<std::uint8_t> bytes = test::readBytes(picture);
    std::vector<std::uint32_t> texels(bytes.size() / 4);
    std::memcpy(texels.data(), bytes.data(), bytes.size());
    return texels;
  }
  static glm::vec3 colourOf(std::uint32_t texel) {
    return glm::vec3(texel & 0xFF, texel >> 8 & 0xFF, texel >> 16 & 0xFF) / 255.0f;
  }
  static bool isClose(std::uint32_t texel, const glm::vec3& colour) {
    // Each channel is rounded to a byte.
    return texel >> 24 == 255 && glm::distance(colourOf(texel), colour) < 0.51f * 1.7321f / 255.0f;
  }

  texel::Device device_ = test::makeDevice(GetParam());
  IdImage image_{device_};
};

INSTANTIATE_TEST_SUITE_P(Engines, IdImageTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(IdImageTest, Raw_ShowsTheBytesOpaque) {
  std::vector<texel::IdTexel> values;
  for (std::uint32_t i = 0; i < kCount; ++i) values.push_back(i * 241741u & 0xFFFFFFu);
  values[5] = kNullId;
  const std::vector<std::uint32_t> texels = draw(upload(values), IdShading::Raw);
  ASSERT_EQ(texels.size(), 2u * kWidth);
  for (std::size_t i = 0; i < kCount; ++i) EXPECT_EQ(texels[i], values[i] | 0xFF000000u) << i;
}

TEST_P(IdImageTest, Ramp_EndsAtTheLargestIdAndSignalsNull) {
  std::vector<texel::IdTexel> values;
  for (std::uint32_t i = 0; i < kCount; ++i) values.push_back(i % 3 == 0 ? kNullId : i | kVisited);
  const std::vector<std::uint32_t> texels = draw(upload(values), IdShading::Ramp);
  for (std::size_t i = 0; i < kCount; ++i) {
    const float t = static_cast<float>(i) / (kCount - 1);
    EXPECT_TRUE(isClose(texels[i], i % 3 == 0 ? kSignalColour : rampColour(t))) << i;
  }
  // If there is only one element, its id, 0, is the largest id.
  EXPECT_TRUE(isClose(draw(upload({0}), IdShading::Ramp, 0)[0], rampColour(0.0f)));
}

TEST_P(IdImageTest, Visited_ShowsTheFlagOnly) {
  std::vector<texel::IdTexel> values;
  for (std::uint32_t i = 0; i < kCount; ++i) values.push_back(i % 4 == 1 ? kNullId : 65536 + i);
  for (std::size_t i = 0; i < kCount; i += 5) values[i] |= kVisited;
  const std::vector<std::uint32_t> texels = draw(upload(values), IdShading::Visited);
  for (std::size_t i = 0; i < kCount; ++i) {
    EXPECT_TRUE(isClose(texels[i], i % 5 == 0 ? kMutedColour : kSignalColour)) << i;
  }
}

TEST_P(IdImageTest, Padding_HasItsOwnColour) {
  const texel::IdArray array = upload(std::vector<texel::IdTexel>(kCount, 3));
  for (const IdShading shading : {IdShading::Raw, IdShading::Ramp, IdShading::Visited}) {
    const std::vector<std::uint32_t> texels = draw(array, shading);
    ASSERT_EQ(texels.size(), 2u * kWidth);
    for (std::size_t i = kCount; i < texels.size(); ++i) {
      EXPECT_TRUE(isClose(texels[i], glm::vec3(0.25f))) << i;
    }
  }
}

TEST_P(IdImageTest, AnySize_CanFollowAnother) {
  for (const int count : {1, 5 * kWidth, 0, kWidth, kWidth + 1}) {
    const texel::IdArray array =
        upload(std::vector<texel::IdTexel>(static_cast<std::size_t>(count), 0xABCDEF));
    const std::vector<std::uint32_t> texels = draw(array, IdShading::Raw);
    EXPECT_EQ(texels.size(),
              static_cast<std::size_t>(kWidth) * static_cast<std::size_t>(device_.rowsFor(count)));
    if (count == 0) continue;
    EXPECT_EQ(texels[static_cast<std::size_t>(count) - 1], 0xFFABCDEFu);
  }
}

}  // namespace
}  // namespace gpubuck::render
