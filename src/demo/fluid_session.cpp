#include "demo/fluid_session.h"

#include <utility>

#include "base/error.h"
#include "io/particles.h"
#include "scenario/initial_state.h"

namespace gpubuck::demo {

FluidSession::FluidSession(const gl::ShaderLibrary& shaders, texel::Engine engine,
                           const scenario::Scenario& scenario)
    : shaders_(shaders), engine_(engine) {
  start(scenario);
}

std::unique_ptr<FluidSession::Running> FluidSession::make(texel::Engine engine,
                                                          const scenario::Scenario& scenario,
                                                          const dpd::ParticleState& state,
                                                          std::int64_t step) const {
  const texel::DeviceOptions options{.engine = engine,
                                     .shaders = shaders_,
                                     .programs = programs_,
                                     .largestArray = scenario::particleCount(scenario.fluid)};
  return std::make_unique<Running>(options, scenario, state, step);
}

void FluidSession::adopt(std::unique_ptr<Running> running) {
  running_ = std::move(running);
  running_->device.profiler().enable(true);
  pacer_ = {};
  ++generation_;
  telemetry_.restartTimes();
}

void FluidSession::start(const scenario::Scenario& scenario) {
  adopt(make(engine_, scenario, scenario::makeInitialState(scenario, io::readParticles), 0));
  scenario_ = scenario;
  failure_.clear();
  telemetry_.restart();
}

void FluidSession::setEngine(texel::Engine engine) {
  adopt(make(engine, scenario_, simulation().downloadState(), simulation().stepNumber()));
  engine_ = engine;
}

void FluidSession::setNoise(dpd::NoiseKind noise) {
  scenario::Scenario changed = scenario_;
  changed.fluid.noise = noise;
  adopt(make(engine_, changed, simulation().downloadState(), simulation().stepNumber()));
  scenario_ = std::move(changed);
}

void FluidSession::setSearch(const search::Method& search) {
  scenario::Scenario changed = scenario_;
  changed.search = search;
  adopt(make(engine_, changed, simulation().downloadState(), simulation().stepNumber()));
  scenario_ = std::move(changed);
}

void FluidSession::setSort(const dpd::StepSettings& settings) {
  simulation().setSort(settings);
  scenario_.step = settings;
}

void FluidSession::setFluid(const dpd::Fluid& fluid) {
  simulation().setFluid(fluid);
  scenario_.fluid = fluid;
}

int FluidSession::advance(int steps, double seconds, const std::optional<dpd::Stir>& finger) {
  if (!failure_.empty()) return 0;
  dpd::Simulation& fluid = simulation();
  const auto beforeStep = [&] {
    if (finger) fluid.stir(*finger);
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
