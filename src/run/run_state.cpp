#include "run/run_state.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "cells/cell_grid.h"
#include "gl/memory.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::run {
namespace {

dpd::Simulation simulationOf(const texel::Device& device, const RunState& state) {
  const scenario::Scenario& scenario = state.scenario;
  return {device, scenario.fluid, scenario.step, state.particles, state.clock, scenario.search};
}

/// Returns whether there is memory for the fluid on the engine paper, in the context of `device`.
bool fitsOnPaper(const texel::Device& device, const RunState& state) {
  try {
    const texel::Device paper({.engine = texel::Engine::Paper,
                               .shaders = device.shaders(),
                               .textureWidth = device.textureWidth()});
    simulationOf(paper, state);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

RunState beginRun(const scenario::Scenario& scenario) {
  return {.scenario = scenario, .particles = scenario::makeInitialState(scenario)};
}

std::int64_t largestArray(const scenario::Scenario& scenario) {
  return std::max(scenario::particleCount(scenario),
                  cells::makeCellGrid(scenario.fluid.box, 1.0, scenario.search).count());
}

scenario::Scenario presentScenario(const scenario::Scenario& scenario,
                                   const dpd::Simulation& simulation) {
  scenario::Scenario present = scenario;
  present.fluid.obstacle = simulation.obstacleWith(scenario.fluid);
  return present;
}

RunState presentState(const scenario::Scenario& scenario, dpd::Simulation& simulation) {
  simulation.checkFailure();
  return {presentScenario(scenario, simulation), simulation.downloadState(),
          simulation.downloadLists(), simulation.clock(), simulation.engine()};
}

dpd::Simulation makeSimulation(const texel::Device& device, const RunState& state) try {
  dpd::Simulation simulation = simulationOf(device, state);
  if (!state.lists.mapping.empty()) simulation.restoreLists(state.lists);
  return simulation;
} catch (const gl::NoMemory& error) {
  if (device.engine() != texel::Engine::Fast || !fitsOnPaper(device, state)) throw;
  throw error.with("; the engine paper has enough: --engine paper");
}

void changeWhileRunning(RunState& state, const std::vector<std::string>& overrides,
                        const std::string& source) {
  scenario::Scenario changed =
      scenario::parseScenario(toToml(state.scenario), source, {}, overrides);
  try {
    scenario::requireChangeable(state.scenario, changed);
  } catch (const InputError& error) {
    throw InputError(source, error.what());
  }
  // Lists go by the cells of the search.
  if (!(changed.search == state.scenario.search)) state.lists = {};
  state.scenario = std::move(changed);
}

}  // namespace gpubuck::run
