// A partly filled box: empty cells, dense cells, and the effect of gravity.
#include <cmath>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

class PartFilledTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, PartFilledTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

constexpr std::size_t kDropParticles = 600;

/// Returns a fluid. drop() puts its particles into the middle third of the box, which is then as
/// dense as water.
Fluid halfEmpty() {
  Fluid fluid = test::plainFluid({6.0, 6.0, 17.0});
  fluid.box.boundary[2] = cells::Boundary::Reflecting;
  fluid.gravity = {0.25, 0.0, -1.0};
  fluid.noise = test::kOracleNoise;
  return fluid;
}

ParticleState drop(const Fluid& fluid) {
  ParticleState state = test::randomState(fluid, kDropParticles);
  for (glm::vec4& position : state.position) position.z = 6.0F + position.z / 3.0F;
  test::stopDrift(fluid, state);
  return state;
}

/// Compares every step with a step in double precision from the same state, with the forces of all
/// pairs.
TEST_P(PartFilledTest, EachStep_MatchesTheOracle) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = halfEmpty();
  Simulation simulation(device, fluid, {.reorderEvery = 3}, drop(fluid));
  for (int step = 0; step < 8; ++step) {
    const ParticleState before = test::byId(simulation.downloadState());
    simulation.step();
    const ParticleState after = test::byId(simulation.downloadState());
    const reference::LeapfrogState state = test::oracleState(before);
    const reference::PairForces forces = reference::pairForces(
        fluid, state.forceInput(), test::philoxTheta(before, step, fluid.seed));
    const reference::LeapfrogState expected = reference::leapfrog(fluid, state, forces.force).next;
    for (std::size_t i = 0; i < kDropParticles; ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        // The velocities contain float sums of some 40 forces of up to 100.
        ASSERT_NEAR(after.velocity[i][axis], expected.velocity[i][axis], 1e-4) << i;
      }
    }
  }
}

// Until the drop meets the floor, only gravity changes its momentum.
TEST_P(PartFilledTest, FallsByItsWeight) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid fluid = halfEmpty();
  Simulation simulation(device, fluid, {}, drop(fluid));
  constexpr int kSteps = 40;
  for (int step = 0; step < kSteps; ++step) simulation.step();
  const ParticleState state = simulation.downloadState();
  for (const glm::vec4& position : state.position) {
    ASSERT_GT(position.z, 0.5F);
    ASSERT_LT(position.z, 16.5F);
  }
  const glm::dvec3 expected = fluid.gravity * (kSteps * fluid.dt * kDropParticles);
  const glm::dvec3 found = test::momentum(fluid, state);
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], expected[axis], 0.01);
}

}  // namespace
}  // namespace gpubuck::dpd
