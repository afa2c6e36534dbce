#include "demo/fluid_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.h"
#include "gl/context.h"
#include "scenario/engine_choice.h"

namespace gpubuck::demo {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kFirstPortion = 1 << 14;
constexpr std::int64_t kLeastPortion = 1 << 10;
constexpr std::int64_t kMostSteps = 64;  // of a portion
// Waits for the GPU in the time of one call.
constexpr double kWaits = 4.0;

// Between two states that can be gone back to.
constexpr double kKeepEvery = 2.0;
// Keeping them may take this share of the time.
constexpr double kKeepingShare = 0.02;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

std::int64_t nextPortion(std::int64_t particles, double seconds, double wanted,
                         std::int64_t count) {
  if (seconds < wanted / 2.0) return std::min(2 * particles, kMostSteps * count);
  if (seconds > wanted * 1.5) return std::max(particles / 2, kLeastPortion);
  return particles;
}

FluidSession::FluidSession(const gl::ShaderLibrary& shaders, std::optional<texel::Engine> engine,
                           const scenario::Scenario& scenario)
    : shaders_(shaders) {
  const scenario::RunState state = beginRun(scenario);
  if (!engine) {
    scenario::EngineChoice choice = scenario::chooseEngine(deviceOptions(scenario), state);
    engine = choice.engine;
    whyEngine_ = std::move(choice.why);
  }
  run(*engine, state);
  telemetry_.restart();
}

scenario::RunState FluidSession::beginRun(const scenario::Scenario& scenario) {
  const Clock::time_point begun = Clock::now();
  scenario::RunState state = scenario::beginRun(scenario);
  startSeconds_ = since(begun);
  return state;
}

texel::DeviceOptions FluidSession::deviceOptions(const scenario::Scenario& scenario) const {
  return {
      .shaders = shaders_, .programs = programs_, .largestArray = scenario::largestArray(scenario)};
}

void FluidSession::run(texel::Engine engine, const scenario::RunState& state) {
  texel::DeviceOptions options = deviceOptions(state.scenario);
  options.engine = engine;
  running_ = std::make_unique<Running>(options, state);
  engine_ = engine;
  scenario_ = state.scenario;
  running_->device.profiler().enable(true);
  // Where the processor draws, timers leave out what compute shaders do.
  running_->device.profiler().waitForPasses(running_->device.isSoftware());
  portion_ = measurePortion_ = std::min(kFirstPortion, running_->simulation.count());
  measuredShare_ = 0.0;
  ++generation_;
  telemetry_.restartTimes();
}

void FluidSession::goOn(texel::Engine engine, const scenario::Scenario& scenario) {
  run(engine, {scenario::presentScenario(scenario, simulation()),
               simulation().downloadState(),
               {},
               simulation().clock()});
}

void FluidSession::start(const scenario::Scenario& scenario) {
  run(engine_, beginRun(scenario));
  failure_.clear();
  history_.clear();
  kept_ = {};
  telemetry_.restart();
}

void FluidSession::keepState() {
  if (!failure_.empty() || simulation().stepUnderWay() ||
      since(kept_) < std::max(kKeepEvery, keepingSeconds_ / kKeepingShare) ||
      History::bytesOf(simulation().count()) > History::kMostBytes) {
    return;
  }
  const Clock::time_point begun = Clock::now();
  try {
    simulation().checkFailure();
  } catch (const Error& error) {
    fail(error);
  }
  history_.add({scenario::presentScenario(scenario_, simulation()),
                simulation().downloadState(),
                {},
                simulation().clock()});
  kept_ = Clock::now();
  keepingSeconds_ = since(begun);
}

void FluidSession::fail(const Error& error) {
  failure_ = error.what();
  failedWith_ = scenario_;
  throw;
}

void FluidSession::goBack() {
  if (!lastGoodStep()) throw RunError("last good state", "none has been kept");
  scenario::RunState state = history_.takeLatest();
  state.scenario.view = scenario_.view;
  run(engine_, state);
  failure_.clear();
  kept_ = Clock::now();
  telemetry_.goBackTo(state.clock.step);
}

void FluidSession::setEngine(texel::Engine engine) { goOn(engine, scenario_); }

void FluidSession::change(scenario::Scenario changed) {
  changed.view = scenario_.view;
  scenario::Scenario exchanged = scenario_;  // the noise, which only a new simulation can change
  exchanged.fluid.noise = changed.fluid.noise;
  scenario::requireChangeable(exchanged, changed);
  keepState();
  if (changed.fluid.noise != scenario_.fluid.noise || !(changed.search == scenario_.search)) {
    goOn(engine_, changed);
    return;
  }
  if (changed.step != scenario_.step) simulation().setSort(changed.step);
  simulation().setFluid(changed.fluid);
  scenario_ = std::move(changed);
}

bool FluidSession::measure(double seconds) {
  const Clock::time_point start = Clock::now();
  const std::int64_t count = simulation().count();
  if (measuredShare_ == 0.0) measuredParticles_ = 0;
  while (true) {
    const Clock::time_point begun = Clock::now();
    const std::int64_t portion = std::min(measurePortion_, count);
    if (const auto measured = simulation().measurePart(portion)) {
      telemetry_.addMeasurement(*measured);
      measuredShare_ = 0.0;
      return true;
    }
    gl::finish();
    measuredParticles_ += portion;
    measuredShare_ = double(measuredParticles_) / double(count);
    measurePortion_ = nextPortion(measurePortion_, since(begun), seconds / kWaits, count);
    if (since(start) >= seconds) return false;
  }
}

double FluidSession::expectedStart(std::int64_t particles) const {
  return startSeconds_ * double(particles) / double(running_->simulation.count());
}

double FluidSession::expectedMeasurement(std::int64_t particles) const {
  // It walks the same neighbours as a step, once to sort them and once for what they add.
  return 2.0 * stepSeconds_ * double(particles) / double(running_->simulation.count());
}

std::int64_t FluidSession::advance(std::int64_t steps, double seconds,
                                   const std::optional<dpd::Impulse>& impulse) {
  if (!failure_.empty()) return 0;
  measuredShare_ = 0.0;
  dpd::Simulation& fluid = simulation();
  const std::int64_t count = fluid.count();
  const Clock::time_point start = Clock::now();
  std::int64_t completed = 0;
  try {
    while (completed < steps) {
      const Clock::time_point begun = Clock::now();
      std::int64_t left = portion_;
      do {
        if (impulse && !fluid.stepUnderWay()) fluid.apply(*impulse);
        if (fluid.advance(left)) {
          ++completed;
          telemetry_.addStep(fluid.stepNumber(), fluid.sortStatistics());
          keepState();
        }
        left -= count;
      } while (left >= count && completed < steps);
      gl::finish();
      portion_ = nextPortion(portion_, since(begun), seconds / kWaits, count);
      if (since(start) >= seconds) break;
    }
  } catch (const Error& error) {
    fail(error);
  }
  if (completed > 0) stepSeconds_ = since(start) / static_cast<double>(completed);
  return completed;
}

}  // namespace gpubuck::demo
