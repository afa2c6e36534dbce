#include "validation/runs.h"

#include <cmath>

#include "scenario/initial/initial_state.h"

namespace gpubuck::validation {

scenario::Scenario water(const Setup& setup, const glm::dvec3& size) {
  scenario::Scenario scenario;
  scenario.fluid.box.size = size;
  scenario.fluid.species = {{"water", 1.0, 1.0, ""}};
  scenario.fluid.pairs = {dpd::PairCoefficients{}};
  scenario.fluid.noise = setup.noise;
  scenario.fluid.seed = setup.seed;
  scenario.initial.order = {0};
  scenario.step.sort.subBuffers = 1;
  return scenario;
}

scenario::Scenario twoFluids(const Setup& setup, const glm::dvec3& size, double unlike,
                             double secondMass) {
  scenario::Scenario scenario = water(setup, size);
  scenario.fluid.dt = 0.02;
  scenario.fluid.species = {{"A", 1.0, 0.5, ""}, {"B", secondMass, 0.5, ""}};
  scenario.fluid.pairs.assign(4, dpd::PairCoefficients{});
  scenario.fluid.pairs[1].a = scenario.fluid.pairs[2].a = unlike;
  scenario.initial.kind = scenario::InitialKind::Layers;
  scenario.initial.axis = 2;
  scenario.initial.order = {0, 1};
  return scenario;
}

FluidRun::FluidRun(const Setup& setup, const scenario::Scenario& scenario)
    : FluidRun(setup, scenario, makeInitialState(scenario)) {}

FluidRun::FluidRun(const Setup& setup, const scenario::Scenario& scenario,
                   const dpd::ParticleState& state)
    : fluid(setup.deviceFor(0), {.scenario = scenario, .particles = state}),
      simulation(fluid.simulation()) {}

void FluidRun::advance(double time) {
  const long long steps = std::llround(time / simulation.fluid().dt);
  for (long long step = 0; step < steps; ++step) simulation.step();
  simulation.checkFailure();
}

void FluidRun::sample(double time, double interval, const std::function<void()>& take) {
  const auto samples = static_cast<int>(std::ceil(time / interval));
  for (int k = 0; k < samples; ++k) {
    advance(interval);
    take();
  }
}

}  // namespace gpubuck::validation
