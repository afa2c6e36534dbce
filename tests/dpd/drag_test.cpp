// The drag of a medium at rest and its noise: for particles that feel no other force.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

constexpr std::size_t kCount = 4096;
constexpr double kDrag = 3.0;
constexpr double kMass = 2.0;

/// Returns a gas of particles of mass 2 without pair forces.
Fluid draggedGas(NoiseKind noise) {
  Fluid fluid = test::plainFluid({16.0, 16.0, 16.0});
  fluid.species[0].mass = kMass;
  fluid.pairs = {{0.0, 0.0}};
  fluid.density = 1.0;
  fluid.kT = 3.0;
  fluid.dt = 0.02;
  fluid.drag = kDrag;
  fluid.noise = noise;
  return fluid;
}

struct Dragged {
  texel::Engine engine;
  NoiseKind noise;
};

/// Returns the cases. Both engines run the same text of the force pass, so the paper engine, which
/// is slower, takes only one kind of noise.
std::vector<Dragged> draggedCases() {
  std::vector<Dragged> result;
  for (const texel::Engine engine : test::testedEngines()) {
    result.push_back({engine, NoiseKind::Karpinski});
    if (engine == texel::Engine::Fast) result.push_back({engine, NoiseKind::Philox});
  }
  return result;
}

std::string draggedName(const ::testing::TestParamInfo<Dragged>& info) {
  return std::string(info.param.engine == texel::Engine::Fast ? "Fast" : "Paper") +
         (info.param.noise == NoiseKind::Philox ? "Philox" : "Karpinski");
}
void PrintTo(const Dragged& one, std::ostream* out) { *out << draggedName({one, 0}); }

class DragTest : public test::GpuTest, public ::testing::WithParamInterface<Dragged> {
 protected:
  /// Returns a gas in which all particles have the velocity `start` along x.
  Simulation gas(const Fluid& fluid, float start) const {
    ParticleState state = test::randomState(fluid, kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      state.velocity[i] = {start, 0.0F, 0.0F, state.velocity[i].w};
      state.predicted[i] = {start, 0.0F, 0.0F, state.predicted[i].w};
    }
    return {device_, fluid, {.sort = {.subBuffers = 1}}, state};
  }

  texel::Device device_ = test::makeDevice(GetParam().engine, 0);
};
INSTANTIATE_TEST_SUITE_P(Cases, DragTest, ::testing::ValuesIn(draggedCases()), draggedName);

void advance(Simulation& simulation, int steps) {
  for (int step = 0; step < steps; ++step) simulation.step();
}

std::vector<glm::vec4> velocitiesById(Simulation& simulation) {
  return test::byId(simulation.downloadState()).velocity;
}

double correlation(const std::vector<glm::vec4>& first, const std::vector<glm::vec4>& second) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kCount; ++i) {
    sum += glm::dot(glm::dvec3(first[i]), glm::dvec3(second[i])) / (3.0 * kCount);
  }
  return sum;
}

// After a step from rest, each component of a velocity is sqrt(2 drag kT dt / m) theta. Means of
// theta scatter by 1/sqrt(n), means of squares by sqrt((9/5 - 1)/n), means of products by
// 1/sqrt(n). The tolerance is 5 times the scatter.
TEST_P(DragTest, Theta_DiffersByParticleAxisAndStep) {
  Fluid fluid = draggedGas(GetParam().noise);
  constexpr int kSteps = 8;
  std::array<glm::dvec3, 5> means{};  // theta, theta^2, and products across axes, ids and steps
  std::vector<glm::dvec3> previous(kCount, glm::dvec3(0.0));
  double largest = 0.0;
  for (int step = 0; step < kSteps; ++step) {
    Simulation simulation(device_, fluid, {.sort = {.subBuffers = 1}},
                          gas(fluid, 0.0F).downloadState(), {.step = step});
    simulation.step();
    const double kick = std::sqrt(2.0 * kDrag * fluid.kT * fluid.dt / kMass);
    glm::dvec3 last(0.0);
    const std::vector<glm::vec4> velocities = velocitiesById(simulation);
    for (std::size_t id = 0; id < kCount; ++id) {
      const glm::dvec3 theta = glm::dvec3(velocities[id]) / kick;
      means[0] += theta;
      means[1] += theta * theta;
      means[2] += theta * glm::dvec3(theta.y, theta.z, theta.x);
      means[3] += theta * last;
      means[4] += theta * previous[id];
      last = previous[id] = theta;
      largest = std::max({largest, std::abs(theta.x), std::abs(theta.y), std::abs(theta.z)});
    }
  }
  const double scatter = 5.0 / std::sqrt(1.0 * kCount * kSteps);
  for (int axis = 0; axis < 3; ++axis) {
    SCOPED_TRACE(axis);
    EXPECT_NEAR(means[0][axis] / (kCount * kSteps), 0.0, scatter);
    EXPECT_NEAR(means[1][axis] / (kCount * kSteps), 1.0, std::sqrt(0.8) * scatter);
    for (std::size_t k = 2; k < 5; ++k) {
      EXPECT_NEAR(means[k][axis] / (kCount * kSteps), 0.0, scatter) << k;
    }
  }
  // Rounding changes a velocity by far less than a ten-thousandth of its value.
  EXPECT_NEAR(largest, std::sqrt(3.0), 0.001);
  EXPECT_LE(largest, std::sqrt(3.0) * 1.00001);
}

// The mean velocity, and with it the momentum, decays as exp(-drag t). A mean of 4,096 velocities
// scatters by sqrt(kT / m N) = 0.02. The tolerance is 5 times this scatter. With k = drag dt, the
// computed decay differs from the exponential by the fraction 5/12 k^2 drag t, which is at most
// 0.005 here.
TEST_P(DragTest, Momentum_Decays) {
  const Fluid fluid = draggedGas(GetParam().noise);
  Simulation simulation = gas(fluid, 3.0F);
  for (const int steps : {10, 20}) {  // until t = 0.2, then until t = 0.6
    advance(simulation, steps);
    const double decayed = 3.0 * std::exp(-kDrag * simulation.time());
    const Observables now = simulation.measure();
    const glm::dvec3 mean = glm::make_vec3(now.momentum.data()) / (kMass * kCount);
    const double scatter = 5.0 * std::sqrt(fluid.kT / kMass / kCount);
    EXPECT_NEAR(mean.x, decayed, scatter + 0.005 * decayed);
    EXPECT_NEAR(mean.y, 0.0, scatter);
    EXPECT_NEAR(mean.z, 0.0, scatter);
  }
  EXPECT_LT(std::abs(simulation.measure().momentum[0]), 0.3 * 3.0 * kMass * kCount);
}

// The velocities at half steps are an autoregressive series: v' = (1 - 3k/2) v + k/2 v_before +
// kick theta, with k = drag dt. Its variance is kT/m (1 - k/2) / ((1 + k/2) (1 - k)), which is
// 1.002 kT/m here. A temperature of 3 x 4,096 components scatters by sqrt(2 / 12,288). The mean of
// four temperatures, taken at intervals of 1 time unit, scatters by half as much. A correlation c
// of as many components scatters by sqrt((1 + c^2) / 12,288).
TEST_P(DragTest, Velocities_ReachTheTemperatureAndDecorrelate) {
  const Fluid fluid = draggedGas(GetParam().noise);
  Simulation simulation = gas(fluid, 0.0F);
  advance(simulation, 100);  // 2 units of time, in which the temperature's distance from its final
                             // value decays by a factor of e^12
  const double k = kDrag * fluid.dt;
  const double variance = fluid.kT / kMass * (1.0 - 0.5 * k) / ((1.0 + 0.5 * k) * (1.0 - k));
  const double n = 3.0 * kCount;
  double temperature = 0.0;
  for (int sample = 0; sample < 4; ++sample) {
    const std::vector<glm::vec4> start = velocitiesById(simulation);
    const double square = correlation(start, start);
    temperature += 0.25 * square / variance;
    for (const int steps : {10, 20}) {  // until t = 0.2, then until t = 0.6
      advance(simulation, steps);
      const double expected = std::exp(-kDrag * fluid.dt * (steps == 10 ? 10 : 30));
      EXPECT_NEAR(correlation(start, velocitiesById(simulation)) / square, expected,
                  0.002 + 5.0 * std::sqrt((1.0 + expected * expected) / n));
    }
    advance(simulation, 20);
  }
  EXPECT_NEAR(temperature, 1.0, 2.5 * std::sqrt(2.0 / n));
  // All velocities are free, so no degrees of freedom are subtracted for the momentum.
  const Observables now = simulation.measure();
  EXPECT_DOUBLE_EQ(now.temperature, 2.0 * now.kineticEnergy / n);
}

class DragErrorTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, DragErrorTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(DragErrorTest, NoiseWithoutParticleNoise_IsRefused) {
  const texel::Device device = test::makeDevice(GetParam());
  const Fluid bad = draggedGas(NoiseKind::KarpinskiSequence);
  const std::string message =
      test::messageOf<InputError>([&] { Simulation(device, bad, {}, test::randomState(bad, 10)); });
  EXPECT_TRUE(test::names(message, {"fluid.drag", "karpinski-sequence", "karpinski-sequence"}));

  Fluid fluid = bad;
  fluid.drag = 0.0;
  Simulation run(device, fluid, {}, test::randomState(fluid, 10));
  EXPECT_EQ(test::messageOf<InputError>([&] { run.setFluid(bad); }), message);
  EXPECT_EQ(run.fluid().drag, 0.0);
}

}  // namespace
}  // namespace gpubuck::dpd
