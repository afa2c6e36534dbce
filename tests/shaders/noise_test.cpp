// The pair noise as the GPU computes it, over a million draws.
#include <fmt/format.h>

#include <cmath>

#include "reference/philox.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "texel/map_pass.h"

namespace gpubuck::test {
namespace {

constexpr std::int64_t kTriples = 1'000'000;
/// The noise of each of the pairs of three particles.
constexpr const char* kPairs =
    "pairNoise(3 * i, 3 * i + 1, 0.0, 0.0), pairNoise(3 * i + 2, 3 * i, 0.0, 0.0), "
    "pairNoise(3 * i + 1, 3 * i + 2, 0.0, 0.0)";
/// The noise of one particle along each axis.
constexpr const char* kAxes = "particleNoise(i, 0), particleNoise(i, 1), particleNoise(i, 2)";

class NoiseTest : public EngineTest {
 protected:
  /// Returns for every i the three numbers that `numbers` gives.
  std::vector<glm::vec4> triples(const std::string& kind, std::uint32_t step, std::uint32_t seed,
                                 const char* numbers = kPairs) {
    folder_.write("test/noise.glsl", fmt::format("#include \"dpd/noise_{}.glsl\"\n"
                                                 "void run(int i) {{\n"
                                                 "  beginNoise();\n"
                                                 "  o_theta = vec4({}, 0.0);\n"
                                                 "}}\n",
                                                 kind, numbers));
    const texel::Device device = makeDevice(GetParam(), 0, folder_.library());
    texel::MapPass noise(device,
                         {.name = "test/noise", .outputs = {{"o_theta", texel::Format::Vec4}}});
    texel::Vec4Array thetas(device, "theta", kTriples);
    noise.run(kTriples, {{"u_noiseStep", step}, {"u_noiseSeed", seed}}, {{"o_theta", thetas}});
    return thetas.download();
  }

  /// Means over n draws of numbers with mean 0 and variance 1 scatter by 1 / sqrt(n). The mean
  /// square scatters by sqrt(4/5) of this, since theta is uniform: E theta^4 = 9/5. Deviations of
  /// up to five times the scatter are allowed.
  void expectIdealStatistics(const std::string& kind, const char* numbers) {
    const double tolerance = 5.0 / std::sqrt(static_cast<double>(kTriples));
    const std::vector<glm::vec4> now = triples(kind, 1'000, 1, numbers);
    const std::vector<glm::vec4> next = triples(kind, 1'001, 1, numbers);
    const std::vector<glm::vec4> otherSeed = triples(kind, 1'000, 2, numbers);
    glm::dvec4 mean(0.0), square(0.0), shared(0.0), successive(0.0), seeds(0.0);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const glm::dvec4 theta(now[i]);
      mean += theta;
      square += theta * theta;
      shared += theta * glm::dvec4(theta.y, theta.z, theta.x, 0.0);
      successive += theta * glm::dvec4(next[i]);
      seeds += theta * glm::dvec4(otherSeed[i]);
    }
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(mean[k] / kTriples, 0.0, tolerance);
      EXPECT_NEAR(square[k] / kTriples, 1.0, tolerance * std::sqrt(0.8));
      EXPECT_NEAR(shared[k] / kTriples, 0.0, tolerance) << "pairs that share a particle, axes";
      EXPECT_NEAR(successive[k] / kTriples, 0.0, tolerance) << "successive steps";
      EXPECT_NEAR(seeds[k] / kTriples, 0.0, tolerance) << "another seed";
    }
  }

  ShaderFolder folder_;
};

TEST_P(NoiseTest, Karpinski_HasIdealMeansAndCovariances) {
  expectIdealStatistics("karpinski", kPairs);
  expectIdealStatistics("karpinski", kAxes);
}

TEST_P(NoiseTest, Philox_HasIdealMeansAndCovariances) {
  expectIdealStatistics("philox", kPairs);
  expectIdealStatistics("philox", kAxes);
}

// The random bits are integers, so that shader and reference have the same bits. Each of the two
// then rounds twice: the product by half a unit in the last place of a number below 4, and theta by
// half a unit in the last place of a number below 2.
TEST_P(NoiseTest, Philox_EqualsTheReference) {
  constexpr double kTolerance = 2.0 * (0x1p-23 + 0x1p-24);
  for (const auto& [step, seed] : {std::pair{0u, 0u}, std::pair{123'456u, 4'000'000'000u}}) {
    const std::vector<glm::vec4> thetas = triples("philox", step, seed);
    for (int i = 0; i < 1'000; ++i) {
      const glm::vec4& theta = thetas[static_cast<std::size_t>(i)];
      EXPECT_NEAR(theta.x, reference::philoxPairNoise(step, seed, 3 * i, 3 * i + 1), kTolerance);
      EXPECT_NEAR(theta.y, reference::philoxPairNoise(step, seed, 3 * i, 3 * i + 2), kTolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, NoiseTest, ::testing::ValuesIn(testedEngines()), engineName);

}  // namespace
}  // namespace gpubuck::test
