// The default noise depends on every bit of ids, step and seed, as the GPU computes it. The C++
// twin, on which the wide statistics run (tests/reference/noise_test.cpp), computes the same noise.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "gl/context.h"
#include "reference/karpinski.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "texel/map_pass.h"

namespace gpubuck::test {
namespace {

constexpr int kDraws = 1 << 16;
constexpr std::uint32_t kStep = 1'000, kSeed = 7;

/// The ids of the pair of draw i. Whichever bit is flipped in either id, the smaller id remains the
/// smaller.
constexpr std::uint32_t kSmaller = 0x400000, kLarger = 0xE00000;
int smallerId(int i) { return static_cast<int>(kSmaller) + i % 4001; }
int largerId(int i) { return static_cast<int>(kLarger) + i / 4001 * 7; }

/// Computes theta of the pair of draw i after some bits are flipped. Also computes Karpinski's map
/// of a number below 1, without taking the fraction.
constexpr const char* kBody = R"(
#include "dpd/noise_karpinski.glsl"
uniform uint u_flipSmaller, u_flipLarger, u_flipStep, u_flipSeed;
void run(int i) {
  int smaller = (0x400000 + i % 4001) ^ int(u_flipSmaller);
  int larger = (0xE00000 + i / 4001 * 7) ^ int(u_flipLarger);
  g_noiseKey = noiseKey(u_noiseStep ^ u_flipStep, u_noiseSeed ^ u_flipSeed);
  o_theta = vec4(pairNoise(smaller, larger, 0.0, 0.0), noisePower(vec2(float(i) / 65536.0)), 0.0);
}
)";

class NoiseBitsTest : public EngineTest {
 protected:
  NoiseBitsTest() {
    folder_.write("test/noise_bits.glsl", kBody);
    device_.emplace(makeDevice(GetParam(), 0, folder_.library()));
    pass_.emplace(*device_, texel::MapPassInfo{.name = "test/noise_bits",
                                               .outputs = {{"o_theta", texel::Format::Vec4}}});
    thetas_.emplace(*device_, "theta", kDraws);
  }

  std::vector<glm::vec4> draw(const glm::uvec4& flip = glm::uvec4(0)) {
    pass_->run(kDraws,
               {{"u_noiseStep", kStep},
                {"u_noiseSeed", kSeed},
                {"u_flipSmaller", flip.x},
                {"u_flipLarger", flip.y},
                {"u_flipStep", flip.z},
                {"u_flipSeed", flip.w}},
               {{"o_theta", *thetas_}});
    return thetas_->download();
  }

  ShaderFolder folder_;
  std::optional<texel::Device> device_;
  std::optional<texel::MapPass> pass_;
  std::optional<texel::Vec4Array> thetas_;
};
INSTANTIATE_TEST_SUITE_P(Engines, NoiseBitsTest, ::testing::ValuesIn(testedEngines()), engineName);

// The mean of the product of two independent thetas scatters by 1 / sqrt(draws). The tolerance is
// five times this scatter. If a bit were ignored, the mean would be 1.
TEST_P(NoiseBitsTest, EveryBitOfIdsStepAndSeed_Counts) {
  const double tolerance = 5.0 / std::sqrt(kDraws);
  const std::vector<glm::vec4> thetas = draw();
  for (const auto& [part, bits] : {std::pair{0, 24}, {1, 24}, {2, 32}, {3, 32}}) {
    for (int bit = 0; bit < bits; ++bit) {
      glm::uvec4 flip(0);
      flip[part] = 1u << bit;
      const std::vector<glm::vec4> others = draw(flip);
      double covariance = 0.0;
      for (std::size_t i = 0; i < thetas.size(); ++i) {
        covariance += double{thetas[i].x} * others[i].x / kDraws;
      }
      EXPECT_NEAR(covariance, 0.0, tolerance)
          << std::array{"smaller id", "larger id", "step", "seed"}[static_cast<std::size_t>(part)]
          << " ^ 2^" << bit;
    }
  }
}

// The map is compared on every device. Its sum and its five products, which are at most 152, are
// rounded by 2^-24 each. Six maps in a row turn a rounding error into another number. Whole thetas
// are therefore equal only if all operations are rounded alike. A GPU that fuses a product with a
// sum rounds differently. On Mesa's software renderer, 3 of 100 thetas differ.
TEST_P(NoiseBitsTest, Twin_ComputesTheSame) {
  const std::vector<glm::vec4> thetas = draw();
  for (int i = 0; i < kDraws; i += 7) {
    const double t = i / 65536.0 + std::sqrt(3.0);
    ASSERT_NEAR(thetas[static_cast<std::size_t>(i)].y, 1.000005 * std::pow(t, 5.0),
                152.0 * 8 * 0x1p-24);
  }
  if (!gl::isSoftware()) return;
  for (const glm::uvec4& flip :
       {glm::uvec4(0), glm::uvec4(0x155555, 0x0AAAAA, 0xAAAAAAAA, 0x55555555)}) {
    const std::vector<glm::vec4> drawn = draw(flip);
    const reference::KarpinskiKey key = reference::karpinskiKey(kStep ^ flip.z, kSeed ^ flip.w);
    int equal = 0;
    for (int i = 0; i < kDraws; ++i) {
      equal += drawn[static_cast<std::size_t>(i)].x ==
                       reference::karpinskiPairNoise(key, smallerId(i) ^ static_cast<int>(flip.x),
                                                     largerId(i) ^ static_cast<int>(flip.y))
                   ? 1
                   : 0;
    }
    EXPECT_GT(equal, kDraws * 9 / 10);
  }
}

}  // namespace
}  // namespace gpubuck::test
