#include "demo/fluid_session.h"

#include "base/error.h"

namespace gpubuck::demo {

FluidSession::FluidSession(const gl::ShaderLibrary& shaders, texel::Engine engine,
                           const scenario::Scenario& scenario)
    : shaders_(shaders), engine_(engine) {
  start(scenario);
}

void FluidSession::run(texel::Engine engine, const scenario::RunState& state) {
  running_ = std::make_unique<Running>(
      texel::DeviceOptions{.engine = engine,
                           .shaders = shaders_,
                           .programs = programs_,
                           .largestArray = scenario::particleCount(state.scenario.fluid)},
      state);
  engine_ = engine;
  scenario_ = state.scenario;
  running_->device.profiler().enable(true);
  pacer_ = {};
  ++generation_;
  telemetry_.restartTimes();
}

scenario::RunState FluidSession::state() {
  return {scenario_, simulation().downloadState(), {}, simulation().clock()};
}

void FluidSession::start(const scenario::Scenario& scenario) {
  run(engine_, scenario::beginRun(scenario));
  failure_.clear();
  telemetry_.restart();
}

void FluidSession::setEngine(texel::Engine engine) { run(engine, state()); }

void FluidSession::setNoise(dpd::NoiseKind noise) {
  scenario::RunState changed = state();
  changed.scenario.fluid.noise = noise;
  run(engine_, changed);
}

void FluidSession::setSearch(const search::Method& search) {
  scenario::RunState changed = state();
  changed.scenario.search = search;
  run(engine_, changed);
}

void FluidSession::setSort(const dpd::StepSettings& settings) {
  simulation().setSort(settings);
  scenario_.step = settings;
}

void FluidSession::setFluid(const dpd::Fluid& fluid) {
  scenario::Scenario changed = scenario_;
  changed.fluid = fluid;
  scenario::requireChangeable(scenario_, changed);
  simulation().setFluid(fluid);
  scenario_ = std::move(changed);
}

int FluidSession::advance(int steps, double seconds, const std::optional<dpd::Impulse>& impulse) {
  if (!failure_.empty()) return 0;
  dpd::Simulation& fluid = simulation();
  const auto beforeStep = [&] {
    if (impulse) fluid.apply(*impulse);
  };
  const auto afterStep = [&] { telemetry_.addStep(fluid.stepNumber(), fluid.sortStatistics()); };
  try {
    return pacer_.run(fluid, steps, seconds, beforeStep, afterStep);
  } catch (const Error& error) {
    failure_ = error.what();
    throw;
  }
}

void FluidSession::measure() { telemetry_.addMeasurement(simulation().measure()); }

}  // namespace gpubuck::demo
