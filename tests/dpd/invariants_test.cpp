// Properties of every fluid and state: conservation of momentum, independence of the order in
// memory, and conservation of energy without thermostat.
#include <fmt/format.h>

#include "dpd/fluids.h"
#include "dpd/rounding.h"
#include "dpd/simulation.h"
#include "dpd/sorted_particles.h"
#include "reference/geometry.h"
#include "support/long_tests.h"
#include "support/property.h"

namespace gpubuck::dpd {
namespace {

using test::kRound;
using test::SortedParticles;

class InvariantsTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, InvariantsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// A fully periodic fluid of random size, noise and density, and a random state of it.
struct Random {
  Fluid fluid;
  ParticleState state;
  std::int64_t step;
};

Random randomFluid() {
  const int dimensions = *rc::gen::element(2, 3);
  const auto side = [] { return 3.0 + 0.125 * *rc::gen::inRange(0, 24); };
  Random result;
  result.fluid = test::mixedFluid({side(), side(), dimensions == 3 ? side() : 1.0}, dimensions);
  result.fluid.noise = kNoises[*rc::gen::inRange<std::size_t>(0, kNoises.size())].value;
  result.fluid.seed = *rc::gen::arbitrary<std::uint32_t>();
  result.state = test::randomState(result.fluid, *rc::gen::inRange<std::size_t>(2, 250),
                                   *rc::gen::arbitrary<std::uint32_t>());
  result.step = *rc::gen::inRange(0, 1'000'000);
  return result;
}

/// Returns the largest theta, for bounds that hold for any noise.
double largestTheta(int, int) { return 1.7320508; }

// The forces of a pair are opposite to the last bit. Rounding therefore comes only from three
// operations per particle: the sum of its forces, the product with 1/m and dt, and the sum with the
// velocity.
TEST_P(InvariantsTest, PeriodicBox_ConservesMomentum) {
  int pairs = 0;
  test::expectProperty(12, [&] {
    const auto [fluid, state, step] = randomFluid();
    SortedParticles particles(device_, fluid, state.count());
    ForceMove pass(device_, fluid, particles.grid());
    const ParticleState next = particles.step(pass, state, step);
    const test::RoundingBounds bounds =
        test::roundingBounds(fluid, test::oracleState(state).forceInput(), largestTheta);
    double tolerance = 0.0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      RC_ASSERT(next.velocity[i].w >= 0.0F);  // none has failed
      const double mass = fluid.species[static_cast<std::size_t>(state.position[i].w)].mass;
      tolerance += fluid.dt * bounds.summation[i] +
                   2.0 * kRound * mass * glm::length(glm::vec3(next.velocity[i]));
    }
    pairs += bounds.pairs;
    const double change = glm::length(test::momentum(fluid, next) - test::momentum(fluid, state));
    RC_ASSERT(change <= tolerance);
  });
  EXPECT_GT(pairs, test::longTests() ? 1000 : 50);
}

TEST_P(InvariantsTest, OrderInMemory_ChangesOnlyRounding) {
  int pairs = 0;
  test::expectProperty(10, [&] {
    const auto [fluid, state, step] = randomFluid();
    ParticleState permuted = state;
    std::vector<std::size_t> order(state.count());
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::mt19937(fluid.seed));
    for (std::size_t i = 0; i < order.size(); ++i) {
      permuted.position[i] = state.position[order[i]];
      permuted.velocity[i] = state.velocity[order[i]];
      permuted.predicted[i] = state.predicted[order[i]];
    }
    SortedParticles particles(device_, fluid, state.count());
    ForceMove pass(device_, fluid, particles.grid());
    const ParticleState one = particles.step(pass, state, step);
    const ParticleState other = particles.step(pass, permuted, step);
    const test::RoundingBounds bounds =
        test::roundingBounds(fluid, test::oracleState(state).forceInput(), largestTheta);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t k = order[i];
      RC_ASSERT(other.predicted[i].w == one.predicted[k].w);
      RC_ASSERT(other.position[i].w == one.position[k].w);
      RC_ASSERT(other.velocity[i].w == one.velocity[k].w);
      // The sums of forces of both states are rounded; all other operations are the same.
      const double mass = fluid.species[static_cast<std::size_t>(state.position[k].w)].mass;
      const double speed = glm::length(glm::vec3(one.velocity[k]));
      const double tolerance = 2.0 * fluid.dt * bounds.summation[k] / mass + 4.0 * kRound * speed;
      const double length = std::max({fluid.box.size.x, fluid.box.size.y, fluid.box.size.z});
      RC_ASSERT(glm::length(glm::dvec3(glm::vec3(other.velocity[i] - one.velocity[k]))) <=
                tolerance);
      RC_ASSERT(glm::length(glm::dvec3(glm::vec3(other.predicted[i] - one.predicted[k]))) <=
                2.0 * tolerance);
      RC_ASSERT(
          glm::length(reference::nearestImage(fluid.box, glm::dvec3(glm::vec3(other.position[i])),
                                              glm::dvec3(glm::vec3(one.position[k])))) <=
          fluid.dt * tolerance + 6.0 * kRound * length);
    }
    pairs += bounds.pairs;
  });
  EXPECT_GT(pairs, test::longTests() ? 500 : 50);
}

/// Runs a fluid without friction and noise for a time of 1. Returns the largest deviation of its
/// total energy from the first value.
double energyDeviation(const texel::Device& device, double dt) {
  Fluid fluid = test::plainFluid({4.0, 4.5, 4.0});
  fluid.pairs = {{25.0, 0.0}};
  fluid.dt = dt;
  ParticleState state = test::randomState(fluid, 200);
  Simulation simulation(device, fluid, {}, state);
  const auto energy = [&] {
    const Observables now = simulation.measure();
    return now.kineticEnergy + now.potentialEnergy;
  };
  const double first = energy();
  double worst = 0.0;
  const int steps = static_cast<int>(std::lround(1.0 / dt));
  for (int k = 1; k <= steps; ++k) {
    simulation.step();
    worst = std::max(worst, std::abs(energy() - first));
  }
  simulation.checkFailure();
  return worst;
}

// In the leap-frog scheme, the energy oscillates with an amplitude of order dt^2 and does not
// drift. With a quarter of the time step, the deviation must be about a sixteenth; a factor of 8
// leaves room for the chaos of 200 particles. With e = 2^-24, single precision adds 200 * 25 * e *
// sqrt(400 steps) = 0.006 in all, which is below the deviation of 0.01.
TEST_P(InvariantsTest, EnergyError_ShrinksAsTimeStepSquared) {
  const double coarse = energyDeviation(device_, 0.01);
  EXPECT_GT(coarse, 0.1);
  EXPECT_LT(coarse, 10.0);
  EXPECT_LT(energyDeviation(device_, 0.0025), coarse / 8.0);
}

}  // namespace
}  // namespace gpubuck::dpd
