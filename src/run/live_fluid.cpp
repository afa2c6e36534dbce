#include "run/live_fluid.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cells/cell_grid.h"
#include "dpd/steps/buffer_step.h"
#include "gl/context.h"
#include "gl/debug.h"

namespace gpubuck::run {

EngineChoice chooseEngine(const gl::Capabilities& capabilities, const texel::ComputeLimits& limits,
                          const scenario::Scenario& scenario, std::int64_t particles,
                          std::optional<texel::Engine> soFar) {
  using enum texel::Engine;
  const auto whyNot = [&](texel::Engine engine) {
    std::string why = texel::whyNot(engine, capabilities);
    if (why.empty() && dpd::hasBufferStep(engine, scenario.step)) {
      const auto grid = cells::makeCellGrid(scenario.fluid.box, 1.0, scenario.search);
      why = dpd::whyNoBufferStep(limits, grid, particles);
    }
    return why;
  };
  if (scenario.step.method == dpd::StepMethod::Year2007) {
    return {Paper, "the method of 2007 draws points and runs fragment shaders"};
  }
  if (soFar && whyNot(*soFar).empty()) return {*soFar, "it made the earlier steps"};
  if (const std::string why = whyNot(Fast); !why.empty()) return {Paper, "fast " + why};
  return {Fast, fmt::format("this context has OpenGL {}.{}, and its buffers hold the fluid",
                            capabilities.major, capabilities.minor)};
}

EngineChoice chooseEngine(const RunState& state) {
  return chooseEngine(gl::queryCapabilities(), texel::queryComputeLimits(), state.scenario,
                      static_cast<std::int64_t>(state.particles.count()), state.engine);
}

namespace {

/// Returns the options with arrays as large as `state` needs: particles may have been added since
/// the scenario's initial state.
texel::DeviceOptions laidOutFor(const RunState& state, texel::DeviceOptions options) {
  options.largestArray =
      std::max(largestArray(state.scenario), static_cast<std::int64_t>(state.particles.count()));
  return options;
}

}  // namespace

LiveFluid::LiveFluid(const texel::DeviceOptions& options, const RunState& state)
    : options_(laidOutFor(state, options)),
      scenario_(state.scenario),
      machine_(std::make_unique<Machine>(options_, state)),
      pairCost_(dpd::findPairCost(state.scenario.fluid.box, state.particles.position)),
      particlesPerSlice_(dpd::particlesPerSlice(pairCost_, simulation().count())) {
  gl::throwOnError("fluid");
}

scenario::Change LiveFluid::change(scenario::Scenario wanted) {
  using scenario::Change;
  scenario::requireChangeable(scenario_, wanted);
  const Change needed = scenario::changeBetween(scenario_, wanted);
  const bool needsPaper = wanted.step.method == dpd::StepMethod::Year2007;
  const texel::Engine wantedEngine = needsPaper ? texel::Engine::Paper : engine();
  if (needed == Change::Simulation || wantedEngine != engine()) {
    goOnAs(wantedEngine, wanted);
    return Change::Simulation;
  }
  if (needed != Change::Nothing) {
    // All checks come first, since a change must not be refused after a part of it has been made.
    simulation().requireSettable(wanted.fluid);
    if (needed == Change::Sort) simulation().setSort(wanted.step);
    simulation().setFluid(wanted.fluid);
  }
  scenario_ = std::move(wanted);
  return needed;
}

void LiveFluid::setEngine(texel::Engine engine) { goOnAs(engine, scenario_); }

void LiveFluid::setState(const RunState& state) {
  machine_->simulation.reset();  // frees the memory for the new simulation
  machine_->simulation.reset(new dpd::Simulation(makeSimulation(machine_->device, state)));
  gl::throwOnError("fluid");
}

void LiveFluid::goOnAs(texel::Engine engine, const scenario::Scenario& wanted) {
  simulation().checkFailure();
  RunState state = stateWith(simulation().downloadState());
  state.scenario = presentScenario(wanted, simulation());
  texel::DeviceOptions options = options_;
  options.engine = engine;
  options.slices = device().slices();
  *this = LiveFluid(options, state);
}

RunState LiveFluid::state() const { return presentState(scenario_, simulation()); }

RunState LiveFluid::stateWith(dpd::ParticleState particles) const {
  return {.scenario = presentScenario(scenario_, simulation()),
          .particles = std::move(particles),
          .clock = simulation().clock(),
          .engine = engine()};
}

}  // namespace gpubuck::run
