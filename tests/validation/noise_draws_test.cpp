// The random numbers that the checks of noises use: theta of each pair at each step, found from the
// states of the noise.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "reference/karpinski.h"
#include "reference/philox.h"
#include "support/gpu_test.h"
#include "validation/noise_checks.h"

namespace gpubuck::validation {
namespace {

class NoiseDrawsTest : public test::EngineTest {
 protected:
  static constexpr std::int64_t kTriples = 130;  // two rows of 64, and two triples more

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, NoiseDrawsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// Rounding affects one product and one sum of numbers below 4.
TEST_P(NoiseDrawsTest, EqualThoseOfThreePairsAtEachStep) {
  constexpr std::uint32_t kSeed = 5;
  NoiseDraws draws(device_, dpd::NoiseKind::Philox, kTriples, kSeed);
  for (std::uint32_t step = 0; step < 3; ++step) {
    SCOPED_TRACE(fmt::format("step {}", step));
    const std::vector<glm::vec4> thetas = draws.next();
    ASSERT_EQ(std::ssize(thetas), kTriples);
    for (int i = 0; i < kTriples; ++i) {
      const auto expected = [&](int one, int other) {
        return reference::philoxPairNoise(step, kSeed, 3 * i + one, 3 * i + other);
      };
      const glm::vec4& theta = thetas[static_cast<std::size_t>(i)];
      EXPECT_NEAR(theta.x, expected(0, 1), 1e-6);
      EXPECT_NEAR(theta.y, expected(0, 2), 1e-6);
      EXPECT_NEAR(theta.z, expected(1, 2), 1e-6);
    }
  }
}

// The recurrence takes the fraction of a number of up to 152, whose five products and sum are
// rounded by 2^-24 each. A fraction just below 1 therefore counts as near to 0.
TEST_P(NoiseDrawsTest, EachParticle_HasItsOwnState) {
  NoiseDraws draws(device_, dpd::NoiseKind::KarpinskiSequence, kTriples);
  for (int step = 0; step < 3; ++step) {
    SCOPED_TRACE(fmt::format("step {}", step));
    const std::vector<glm::vec4> before = draws.states();
    const std::vector<glm::vec4> thetas = draws.next();
    const std::vector<glm::vec4> after = draws.states();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const glm::vec4& state = before[i];
      const std::array<float, 3> expected{reference::karpinskiSequencePairNoise(state.x, state.y),
                                          reference::karpinskiSequencePairNoise(state.x, state.z),
                                          reference::karpinskiSequencePairNoise(state.y, state.z)};
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(thetas[i][k], expected[static_cast<std::size_t>(k)], 1e-6);
        const double apart = double{after[i][k]} - reference::karpinskiSequenceAdvance(state[k]);
        EXPECT_LT(std::abs(std::remainder(apart, 1.0)), 152.0 * 8.0 * 0x1p-24);
      }
    }
  }
}

}  // namespace
}  // namespace gpubuck::validation
