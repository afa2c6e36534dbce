// The many-body liquids of `gpubuck validate`, in smaller boxes and shorter runs.
#include "validation/many_body_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "scenario/initial/initial_state.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/interface_checks.h"
#include "validation/passes.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

class ManyBodyFastTest : public test::GpuTest {};

TEST(LiquidDensity, FollowsTheFit) {
  // The fit gives 2.901 + 27.2 * 20.91^-0.716 = 2.901 + 27.2 * 0.11341.
  EXPECT_NEAR(liquidDensity(-40.0, 25.0), 5.9857, 0.001);
}

TEST(SwingFrequency, EqualsRayleighs) {
  EXPECT_NEAR(swingFrequency(7.5, 6.0, 5.0), std::sqrt(60.0 / 750.0), 1e-12);
}

TEST(FitSwing, FindsFrequencyDampingAndRate) {
  const Swing given{.frequency = 0.21, .damping = 0.063, .rate = -2.5};
  std::vector<double> time, amplitude;
  for (int k = 0; k < 60; ++k) {
    time.push_back(0.5 * k);
    amplitude.push_back(given.amplitude(time.back()));
  }
  const Swing found = fitSwing(time, amplitude, 0.42);
  EXPECT_NEAR(found.frequency, given.frequency, 1e-9);
  EXPECT_NEAR(found.damping, given.damping, 1e-9);
  EXPECT_NEAR(found.rate, given.rate, 1e-9);
  // The amplitude x must obey x'' + 2 damping x' + frequency^2 x = 0, with differences in place of
  // the derivatives.
  const double h = 1e-3, now = given.amplitude(7.0);
  const double before = given.amplitude(7.0 - h), after = given.amplitude(7.0 + h);
  EXPECT_NEAR(
      (after - 2.0 * now + before) / (h * h) + 0.063 * (after - before) / h + 0.21 * 0.21 * now,
      0.0, 1e-6);
}

TEST(FitSwing, TooFewOrUnequalAmplitudes_AreRefused) {
  const std::vector<double> two{1.0, 2.0}, three{1.0, 2.0, 3.0};
  EXPECT_THROW(fitSwing(two, two, 1.0), std::invalid_argument);
  EXPECT_THROW(fitSwing(three, two, 1.0), std::invalid_argument);
}

/// Returns particles along x, twenty per unit of length. Each piece is a pair of its begin and its
/// end.
std::vector<glm::vec4> alongX(const std::vector<std::pair<int, int>>& pieces) {
  std::vector<glm::vec4> positions;
  for (const auto& [low, high] : pieces) {
    for (int k = 20 * low; k < 20 * high; ++k) {
      positions.emplace_back(0.05F * static_cast<float>(k) + 0.025F, 0.0F, 0.0F, 0.0F);
    }
  }
  return positions;
}

TEST(PiecesAlongX, CountsPiecesBetweenGaps) {
  EXPECT_EQ(piecesAlongX(alongX({{0, 12}}), 12.0), 0) << "no gap";
  EXPECT_EQ(piecesAlongX(alongX({{2, 9}}), 12.0), 1);
  EXPECT_EQ(piecesAlongX(alongX({{0, 5}, {6, 12}}), 12.0), 1) << "one piece across the sides";
  EXPECT_EQ(piecesAlongX(alongX({{0, 5}, {6, 11}}), 12.0), 2);
  EXPECT_EQ(piecesAlongX(alongX({{1, 3}, {4, 6}, {9, 12}}), 12.0), 3);
  std::vector<glm::vec4> withVapour = alongX({{0, 5}, {6, 11}});
  withVapour.emplace_back(5.5F, 0.0F, 0.0F, 0.0F);
  EXPECT_EQ(piecesAlongX(withVapour, 12.0), 2) << "a single particle is no bridge";
}

// The pressures are compared in a liquid at rest, as in interface_test.cpp. The liquid first moves
// for a while, since its initial places are too regular.
TEST_F(ManyBodyFastTest, PressureShares_AddUpToThePressure) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  for (const dpd::DensityKernel kernel : {dpd::DensityKernel::Warren, dpd::DensityKernel::Lucy}) {
    scenario::Scenario scenario = liquidSlab(setup, {4.0, 5.0, 9.0}, 5.0, -40.0, 25.0, kernel);
    dpd::ParticleState state;
    {
      FluidRun run(setup, scenario);
      run.advance(0.5);
      state = run.simulation.downloadState();
    }
    scenario.fluid.dt = 1e-6;
    scenario.fluid.pairs[0].gamma = 0.0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      state.velocity[i] = glm::vec4(0.0F, 0.0F, 0.0F, state.velocity[i].w);
      state.predicted[i] = glm::vec4(0.0F, 0.0F, 0.0F, state.predicted[i].w);
    }
    FluidRun run(setup, scenario, state);
    const std::vector<double> shares = pressureShares(scenario.fluid, state);
    const double pressure = std::accumulate(shares.begin(), shares.end(), 0.0) / 180.0;
    EXPECT_NEAR(pressure, run.simulation.measure().pressure, 1e-4) << static_cast<int>(kernel);
    EXPECT_GT(std::abs(pressure), 0.01);
  }
}

// The pressure must be 2 tension / R, which is 4.3. The standard error of R / 2 times the pressure
// is 0.7.
TEST_F(ManyBodyFastTest, Drop_FollowsLaplace) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  const scenario::Scenario ball = liquidBall(setup, 3.5, -40.0, 25.0);
  const Estimate tension =
      laplaceTension(setup, ball, scenario::makeInitialState(ball),
                     {.radius = 3.5, .margin = 1.2, .warmUp = 5.0, .time = 8.0, .interval = 0.1});
  EXPECT_NEAR(tension.mean, 7.7, 3.5);
  EXPECT_GT(tension.mean, 4.0 * tension.error);
}

TEST_F(ManyBodyFastTest, Drop_Swings) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  const double expected = swingFrequency(7.7, 6.05, 3.0);
  const SwingCurve curve = measureSwing(setup, {.radius = 3.0, .stretchRate = 0.2, .warmUp = 4.0},
                                        -40.0, 25.0, expected);
  ASSERT_EQ(curve.quadrupole.x.size(), 60U);
  EXPECT_GT(curve.quadrupole.y[10], 0.3);
  EXPECT_NEAR(curve.fit.frequency, expected, 0.4 * expected);
  EXPECT_NEAR(curve.fit.amplitude(curve.quadrupole.x[10]), curve.quadrupole.y[10], 0.2);
}

TEST_F(ManyBodyFastTest, LongThread_Breaks) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  EXPECT_EQ(piecesOfThread(setup, {.radius = 2.0, .length = 8.0}, -40.0, 25.0, 5.0), 0);
  EXPECT_GE(piecesOfThread(setup, {.radius = 1.0, .length = 16.0}, -40.0, 25.0, 30.0), 1);
}

// The slab keeps its density, which the fit gives with an error of 2 %. Its tension has a standard
// error of 0.4.
TEST_F(ManyBodyFastTest, Slab_KeepsTogether) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  const scenario::Scenario scenario = liquidSlab(setup, {5.0, 5.0, 14.0}, 6.0, -40.0, 25.0);
  const Slab slab = measureSlab(setup, scenario, 6.0, 10.0);
  EXPECT_NEAR(slab.density.mean, 6.05, 0.15);
  EXPECT_NEAR(slab.tension.mean, 7.6, 2.0);
  EXPECT_NEAR(slab.temperature.mean, 1.0, 0.03);
  if (test::longTests()) expectPasses(checkManyBody, setup);
}

}  // namespace
}  // namespace gpubuck::validation
