#include "validation/fluids.h"

#include <cmath>

#include "scenario/initial_state.h"

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

dpd::Simulation simulate(const texel::Device& device, const scenario::Scenario& scenario) {
  return simulate(device, scenario, makeInitialState(scenario));
}

dpd::Simulation simulate(const texel::Device& device, const scenario::Scenario& scenario,
                         const dpd::ParticleState& state) {
  return {device, scenario.fluid, scenario.step, state, {}, scenario.search};
}

void advance(dpd::Simulation& simulation, double time) {
  const long long steps = std::llround(time / simulation.fluid().dt);
  for (long long step = 0; step < steps; ++step) simulation.step();
  simulation.checkFailure();
}

}  // namespace gpubuck::validation
