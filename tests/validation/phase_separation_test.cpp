#include <cmath>

#include "base/error.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/passes.h"
#include "validation/phase_separation_checks.h"

namespace gpubuck::validation {
namespace {

Series powerLaw(double exponent, double factor) {
  Series curve;
  for (double time = 1.0; time < 200.0; time *= 1.1) {
    curve.add(time, factor * std::pow(time, exponent));
  }
  return curve;
}

TEST(GrowthExponent, PowerLaw_GivesItsExponent) {
  const std::optional<double> exponent = growthExponent(powerLaw(0.6, 0.9), {2.0, 8.0});
  ASSERT_TRUE(exponent.has_value());
  EXPECT_NEAR(*exponent, 0.6, 1e-9);
  EXPECT_FALSE(growthExponent(powerLaw(0.6, 0.9), {50.0, 80.0}).has_value());
}

TEST(GrowthExponent, StartsWhereTheSizeWasLastBelowTheWindow) {
  Series curve = powerLaw(0.5, 1.0);
  curve.y[2] = 3.0;  // a fluctuation in between
  const std::optional<double> exponent = growthExponent(curve, {2.0, 8.0});
  ASSERT_TRUE(exponent.has_value());
  EXPECT_NEAR(*exponent, 0.5, 1e-9);
}

TEST(GrowthExponent, MeanOfRuns_HasItsError) {
  const Estimate mean =
      meanExponent({powerLaw(0.5, 1.0), powerLaw(0.6, 1.0), powerLaw(0.7, 1.0)}, {2.0, 8.0});
  EXPECT_NEAR(mean.mean, 0.6, 1e-9);
  EXPECT_NEAR(mean.error, 0.1 / std::sqrt(3.0), 1e-9);
  EXPECT_THROW(meanExponent({powerLaw(0.5, 1.0)}, {2.0, 8.0}), RunError);
}

class PhaseSeparationFastTest : public test::GpuTest {};

// There are 20,736 particles. In runs with 42 seeds, the size of domains at the time 9.8 was 3.22
// with a scatter of 0.11. With a drag, which takes momentum away, it was 2.54 with a scatter of
// 0.054. Means of two sizes have errors of 0.078 and 0.038, and the tolerance is 4.5 times these
// errors.
TEST_F(PhaseSeparationFastTest, Domains_GrowFasterWithConservedMomentum) {
  validation::Setup setup{.engine = texel::Engine::Fast};
  const auto meanSize = [&](const Quench& quench) {
    std::vector<double> sizes;
    for (setup.seed = 1; setup.seed <= 2; ++setup.seed) {
      const Series curve = measureDomains(setup, quench, HUGE_VAL, 10.0);
      EXPECT_NEAR(curve.x.back(), 9.8, 0.2);
      sizes.push_back(curve.y.back());
    }
    return average(sizes).mean;
  };
  const double free = meanSize({.side = 72.0});
  const double held = meanSize({.side = 72.0, .drag = 1.0});
  EXPECT_NEAR(free, 3.22, 4.5 * 0.078);
  EXPECT_NEAR(held, 2.54, 4.5 * 0.038);
  if (test::longTests()) expectPasses(checkPhaseSeparation, setup);
}

}  // namespace
}  // namespace gpubuck::validation
