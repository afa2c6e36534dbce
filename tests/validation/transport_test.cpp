#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "scenario/initial/initial_state.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/passes.h"
#include "validation/transport_checks.h"

namespace gpubuck::validation {
namespace {

/// Ten particles that fly straight, across periodic sides and between walls along z. Their order in
/// memory changes every time.
class Flight {
 public:
  Flight() {
    box_.size = {4.0, 5.0, 60.0};
    box_.boundary[2] = cells::Boundary::Reflecting;
    for (int id = 0; id < 10; ++id) velocity_.emplace_back(0.15 * id, -1.25, 0.5 * (id % 3));
  }

  dpd::ParticleState at(int snapshot) {
    std::vector<int> order(velocity_.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
    std::shuffle(order.begin(), order.end(), random_);
    dpd::ParticleState state;
    for (const int id : order) {
      glm::dvec3 r = glm::dvec3(0.5 * id, 1.0, 30.0) + (1.0 * snapshot) * velocity_[id];
      for (int axis = 0; axis < 2; ++axis) {
        r[axis] -= box_.size[axis] * std::floor(r[axis] / box_.size[axis]);
      }
      state.position.emplace_back(r, 0.0);
      state.velocity.emplace_back(0.0F);
      state.predicted.emplace_back(0.0F, 0.0F, 0.0F, id);
    }
    return state;
  }

  double squareOfSpeeds() const {
    double sum = 0.0;
    for (const glm::dvec3& v : velocity_) sum += glm::dot(v, v) / 10.0;
    return sum;
  }

  const cells::Box& box() const { return box_; }

 private:
  cells::Box box_;
  std::vector<glm::dvec3> velocity_;
  std::mt19937 random_{7};
};

// Positions are floats of at most 60, so that steps of 2, which are differences of two positions,
// have errors of 2^-19.
TEST(MeanSquareDisplacement, Particles_AreFollowedByIdAcrossSides) {
  Flight flight;
  MeanSquareDisplacement displacement(flight.box(), 12);
  for (int snapshot = 0; snapshot < 20; ++snapshot) displacement.add(flight.at(snapshot));
  for (int lag = 0; lag <= 12; ++lag) {
    ASSERT_EQ(displacement.at(lag).size(), 20U - static_cast<unsigned>(lag));
    for (const double square : displacement.at(lag)) {
      EXPECT_NEAR(square, flight.squareOfSpeeds() * lag * lag, 1e-4 * lag * lag) << lag;
    }
  }
}

// Between walls, no particle enters on the other side: a step of two thirds of a side is not taken
// for a step of one third.
TEST(MeanSquareDisplacement, BetweenWalls_UsesNoImages) {
  cells::Box box{{3.0, 3.0, 3.0}};
  box.boundary[2] = cells::Boundary::Reflecting;
  MeanSquareDisplacement displacement(box, 1);
  for (const float place : {0.5F, 2.5F}) {
    displacement.add({{{place, place, place, 0.0F}}, {glm::vec4(0.0F)}, {glm::vec4(0.0F)}});
  }
  EXPECT_EQ(displacement.at(1), std::vector<double>{1.0 + 1.0 + 4.0});
}

TEST(Viscosity, WithoutStreams_IsRefused) {
  const validation::Setup setup;
  const auto refusal = [&](auto change) {
    scenario::Scenario scenario = water(setup, {4.0, 4.0, 6.0});
    change(scenario.fluid);
    return test::messageOf<InputError>([&] { measureViscosity(setup, scenario); });
  };
  EXPECT_TRUE(
      test::names(refusal([](dpd::Fluid& f) { f.gravity.z = 1.0; }), {"viscosity", "gravity"}));
  EXPECT_TRUE(test::names(refusal([](dpd::Fluid& f) { f.drag = 1.0; }), {"viscosity", "drag"}));
  EXPECT_TRUE(
      test::names(refusal([](dpd::Fluid& f) { f.box.boundary[2] = cells::Boundary::Reflecting; }),
                  {"viscosity", "periodic"}));
  EXPECT_TRUE(test::names(refusal([](dpd::Fluid& f) {
                            f.species.push_back(f.species[0]);
                            f.pairs.resize(4);
                          }),
                          {"viscosity", "one species"}));
}

class TransportTest : public test::EngineTest {
 protected:
  /// The engine that is the default for users is tested with the default noise.
  validation::Setup setup_{.engine = GetParam(),
                           .noise = GetParam() == texel::Engine::Fast ? dpd::NoiseKind::Karpinski
                                                                      : dpd::NoiseKind::Philox};

  Estimate diffusionOf(const scenario::Scenario& scenario) const {
    FluidRun run(setup_, scenario);
    run.advance(5.0);
    return measureDiffusion(run, 30.0).coefficient;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, TransportTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// Without forces, a particle gets as far as v t. Between the lags t1 and t2 the mean square
// displacement grows by v^2 (t2^2 - t1^2), which is a slope of v^2 (t1 + t2). Positions are floats
// of at most 6.
TEST_P(TransportTest, FreeFlight_HasTheSlopeOfItsWindow) {
  scenario::Scenario gas = water(setup_, glm::dvec3(6.0));
  gas.fluid.pairs = {{0.0, 0.0}};
  gas.fluid.dt = 0.05;
  double square = 0.0;
  const std::vector<glm::vec4> velocities = scenario::makeInitialState(gas).velocity;
  for (const glm::dvec3 v : velocities) {
    square += glm::dot(v, v) / static_cast<double>(velocities.size());
  }
  FluidRun run(setup_, gas);
  const Diffusion diffusion = measureDiffusion(run, 3.0, {.interval = 0.1, .first = 3, .last = 8});
  EXPECT_NEAR(diffusion.coefficient.mean, square * (0.3 + 0.8) / 6.0, 1e-4 * square);
}

// The boxes have edges of 6, not 10. Hydrodynamics therefore slow diffusion by up to 2.84 kT / (6
// pi viscosity) (1/6 - 1/10) = 0.012 more. Half of this difference is subtracted from the expected
// value, and the other half is added to the tolerance. With 648 particles over 30 time units, the
// coefficients have errors of 2.5 %. 4.5 times these errors are added to the tolerances of the
// checks.
TEST_P(TransportTest, Particles_Diffuse) {
  scenario::Scenario ideal = water(setup_, glm::dvec3(6.0));
  ideal.fluid.pairs = {{0.0, 6.75}};
  ideal.fluid.dt = 0.04;
  EXPECT_NEAR(diffusionOf(ideal).mean, 0.524 - 0.006, 0.026 + 0.006 + 4.5 * 0.013);
  scenario::Scenario real = water(setup_, glm::dvec3(6.0));
  real.fluid.dt = 0.02;
  EXPECT_NEAR(diffusionOf(real).mean, 0.29 - 0.006, 0.02 + 0.006 + 4.5 * 0.007);
}

// Particles four times as heavy, in steps twice as long and with twice the friction, move like
// particles of mass 1 at half the speed. The viscosity is twice the viscosity with mass 1.
TEST_P(TransportTest, StreamsOfHeavyParticles_GiveTheirViscosity) {
  scenario::Scenario scenario = water(setup_, {6.0, 6.0, 8.0});
  scenario.fluid.species[0].mass = 4.0;
  scenario.fluid.pairs = {{25.0, 9.0}};
  scenario.fluid.dt = 0.04;
  const Viscosity viscosity = measureViscosity(
      setup_, scenario, {.expected = 1.68, .shearRate = 0.25, .relativeError = 0.1});
  EXPECT_NEAR(viscosity.shear.mean, 1.68, 0.12 + 4.5 * 0.168);
  EXPECT_NEAR(viscosity.temperature, 1.004, 4.5 * 0.013);  // 0.013 is the scatter of 20 seeds
}

// The streams start with the flow of another viscosity, and must change to the flow of their own
// viscosity. The tolerance is the check's tolerance plus 4.5 times the requested error of 4 or 5 %.
TEST_P(TransportTest, Streams_GiveTheViscosity) {
  const double wanted = GetParam() == texel::Engine::Fast ? 0.04 : 0.05;
  scenario::Scenario scenario = water(setup_, {6.0, 6.0, 8.0});
  scenario.fluid.dt = 0.02;
  const Viscosity viscosity =
      measureViscosity(setup_, scenario, {.expected = 1.2, .relativeError = wanted});
  EXPECT_NEAR(viscosity.shear.mean, 0.84, 0.06 + 4.5 * 0.84 * wanted);
  // A slower relaxation makes errors larger, and faster streams make them smaller.
  EXPECT_NEAR(viscosity.thermalError / viscosity.shear.mean, wanted * std::sqrt(0.84 / 1.2),
              0.15 * wanted);
  // The error estimated from blocks is at most twice the error that theory expects. The estimated
  // error is the largest error of several levels of blocks, and with 16 blocks it is uncertain by
  // 18 %.
  EXPECT_GE(viscosity.shear.error, viscosity.thermalError);
  EXPECT_LE(viscosity.shear.error, 2.0 * viscosity.thermalError);
  // The shear rate is 0.5 * 1.2 / 0.84, which heats the fluid by 1.4 %. The time step cools it by
  // 0.5 %. A mean of 864 components is independent after one time unit. If an error of 4 % is
  // requested, the mean is taken over 44 time units and scatters by sqrt(2 / 864 / 44) = 0.7 % (40
  // seeds: 0.7 %). If 5 % is requested, it scatters by 0.9 %. The tolerance is 4.5 times this
  // scatter.
  EXPECT_NEAR(viscosity.temperature, 1.01, 4.5 * 0.18 * wanted);
  if (!test::longTests()) return;
  for (const dpd::NoiseKind noise : {dpd::NoiseKind::Karpinski, dpd::NoiseKind::Philox}) {
    setup_.noise = noise;
    expectPasses(checkTransport, setup_);
  }
}

}  // namespace
}  // namespace gpubuck::validation
