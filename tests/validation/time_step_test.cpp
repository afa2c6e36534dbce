#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/passes.h"
#include "validation/time_step_checks.h"

namespace gpubuck::validation {
namespace {

class TimeStepTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, TimeStepTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// From seed to seed, temperatures of 648 particles over 60 time units scatter by 0.0045. The
// tolerance is the study's tolerance plus 4.5 times this scatter. Between the two integrators, the
// temperature differs by 0.084, and the temperature on the step by 0.087.
TEST_P(TimeStepTest, Temperatures_AreThoseOfTheIntegrator) {
  const validation::Setup setup{.engine = GetParam(),
                                .noise = GetParam() == texel::Engine::Fast
                                             ? dpd::NoiseKind::Karpinski
                                             : dpd::NoiseKind::Philox};
  const double tolerance = 0.006 + 4.5 * 0.0045;
  const TimeStepPoint leapfrog =
      measureTimeStep(setup, {"leapfrog-ab2", dpd::Integrator::LeapfrogAb2, 1.0}, 0.04, 6.0, 60.0);
  EXPECT_EQ(leapfrog.dt, 0.04);
  EXPECT_NEAR(leapfrog.temperature.mean, 0.984, tolerance);
  EXPECT_NEAR(leapfrog.temperatureOnStep.mean, 0.942, tolerance);
  EXPECT_NEAR(leapfrog.pressure.mean, 23.6, 0.1);
  const TimeStepPoint verlet =
      measureTimeStep(setup, {"verlet", dpd::Integrator::VelocityVerlet, 0.5}, 0.04, 6.0, 60.0);
  EXPECT_NEAR(verlet.temperature.mean, 1.068, tolerance);
  EXPECT_NEAR(verlet.temperatureOnStep.mean, 1.029, tolerance);
  for (const TimeStepPoint& point : {leapfrog, verlet}) {
    EXPECT_LT(point.temperature.error, 3.0 * 0.004);
    EXPECT_GT(point.diffusion.mean, 0.2);
    EXPECT_LT(point.diffusion.mean, 0.4);
  }
  if (test::longTests() && GetParam() == texel::Engine::Fast) {
    // At length 1, the order of the leap-frog's error would scatter by 0.5, half of its tolerance.
    validation::Setup longer = setup;
    longer.length = 2.0;
    expectPasses(checkTimeStep, longer);
  }
}

}  // namespace
}  // namespace gpubuck::validation
