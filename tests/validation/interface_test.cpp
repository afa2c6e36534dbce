#include <numeric>

#include "base/error.h"
#include "scenario/initial/initial_state.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/interface_checks.h"
#include "validation/passes.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

class InterfaceTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, InterfaceTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST(PublishedTension, EqualsItsFormula) {
  // With chi = 0.286 * 35 = 10.01, the tension is 2.25 * 10.01^0.26 * (1 - 0.23576)^1.5 = 2.25 *
  // 1.8201 * 0.66812.
  EXPECT_NEAR(publishedTension(60.0), 2.7361, 0.0005);
}

// Particles at rest, without friction and noise, gain so little speed in half a step that the
// kinetic part of the pressure is negligible compared with the conservative part. The shares of the
// pressure computed on the CPU must therefore add up to the pressure measured on the GPU, whose
// sums of floats have an error of about 1e-6.
TEST_P(InterfaceTest, PressureShares_AddUpToThePressure) {
  const validation::Setup setup{.engine = GetParam()};
  scenario::Scenario scenario = twoFluids(setup, {5.0, 6.0, 7.0}, 60.0, 3.0);
  scenario.fluid.dt = 1e-5;
  for (dpd::PairCoefficients& pair : scenario.fluid.pairs) pair.gamma = 0.0;
  dpd::ParticleState state = makeInitialState(scenario);
  for (std::size_t i = 0; i < state.count(); ++i) {
    state.velocity[i] = glm::vec4(0.0f, 0.0f, 0.0f, state.velocity[i].w);
    state.predicted[i] = glm::vec4(0.0f, 0.0f, 0.0f, state.predicted[i].w);
  }
  FluidRun run(setup, scenario, state);
  const std::vector<double> shares = pressureShares(scenario.fluid, state);
  ASSERT_EQ(shares.size(), 630u);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  EXPECT_GT(sum, 0.0);
  EXPECT_NEAR(sum / scenario.fluid.box.volume() / run.simulation.measure().pressure, 1.0, 1e-5);
}

TEST_P(InterfaceTest, DropTouchingItsImage_IsAnError) {
  const validation::Setup setup{.engine = GetParam()};
  const Drop drop{.radius = 4.0, .margin = 2.0};
  EXPECT_THROW(dropTension(setup, twoFluids(setup, {12.5, 11.5, 12.5}, 60.0), drop), InputError);
}

class InterfaceFastTest : public test::GpuTest {};

// For these fluids, Groot and Warren's fit gives 2.74. In a box of 8 x 8 x 10 over 40 time units,
// the standard error is 0.07. The fit has an error of 5 %. The tolerance of 20 % is more than five
// standard errors plus 5 %.
TEST_F(InterfaceFastTest, FlatInterface_HasThePublishedTension) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  const Estimate tension = flatTension(setup, twoFluids(setup, {8.0, 8.0, 10.0}, 60.0), 40.0);
  EXPECT_NEAR(tension.mean, publishedTension(60.0), 0.2 * publishedTension(60.0));
  EXPECT_LT(tension.error, 0.2);
  if (test::longTests()) expectPasses(checkInterface, setup);
}

}  // namespace
}  // namespace gpubuck::validation
