#include "demo/session/fluid_session.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "gl/context.h"
#include "scenario/initial/edited_particles.h"

namespace gpubuck::demo {

namespace {

constexpr std::int64_t kFirstSlice = 1 << 14;

// Seconds between two kept states.
constexpr double kKeepEvery = 1.0;
// Keeping states may take this share of the time.
constexpr double kKeepingShare = 0.02;

}  // namespace

FluidSession::FluidSession(const gl::ShaderLibrary& shaders, std::optional<texel::Engine> engine,
                           const scenario::Scenario& scenario)
    : shaders_(shaders), givenEngine_(engine) {
  const Clock::time_point begun = Clock::now();
  run::RunState state = run::beginRun(scenario);
  const double seconds = secondsSince(begun);
  run(engineFor(state), state);
  begin(std::move(state), seconds);
}

run::EngineChoice FluidSession::choiceFor(const run::RunState& state) const {
  const bool isOpen = state.scenario.step.method == dpd::StepMethod::Year2007 || !givenEngine_;
  return isOpen ? run::chooseEngine(state) : run::EngineChoice{*givenEngine_};
}

texel::Engine FluidSession::engineFor(const run::RunState& state) {
  run::EngineChoice choice = choiceFor(state);
  whyEngine_ = std::move(choice.why);
  return choice.engine;
}

void FluidSession::run(texel::Engine engine, const run::RunState& state) {
  fluid_ = run::LiveFluid(
      {.engine = engine, .shaders = shaders_, .programs = programs_, .slices = slices_}, state);
  beginOnNewDevice();
}

void FluidSession::beginOnNewDevice() {
  device().profiler().enable(true);
  // With a software renderer, timer queries miss the work of compute shaders.
  device().profiler().waitForPasses(device().isSoftware());
  std::int64_t first = std::min(kFirstSlice, simulation().count());
  slices_.reset();
  if (const auto slice = fluid_->particlesPerSlice()) {
    first = std::min(first, *slice);
    slices_ = texel::sliceWork(device(), {*slice, [this] {
                                            gl::finish();
                                            between_();
                                          }});
  }
  stepSlice_ = texel::SliceLength(first);
  measuring_.begin(first);
  ++generation_;
  touch();
  telemetry_.restartTimes();
}

run::LiveFluid FluidSession::another(const run::RunState& state) const {
  return {{.engine = choiceFor(state).engine, .shaders = shaders_, .programs = programs_}, state};
}

void FluidSession::start(const scenario::Scenario& scenario) {
  const Clock::time_point begun = Clock::now();
  run::RunState state = run::beginRun(scenario);
  start(std::move(state), secondsSince(begun));
}

void FluidSession::start(run::RunState beginning, double seconds) {
  run(engineFor(beginning), beginning);
  measured_.try_emplace(history_.line(), telemetry_.measurements());
  history_.beginLine();
  begin(std::move(beginning), seconds);
  forgetMeasurements();
}

void FluidSession::begin(run::RunState state, double seconds) {
  startSeconds_ = seconds;
  recovery_.begin(state.clock.step);
  telemetry_.restart();
  state.engine = engine();
  numbering_.begin();
  noteKept(history_.add(std::move(state)));
}

std::optional<std::int64_t> FluidSession::keep() {
  if (recovery_.hasFailed() || History::bytesOf(simulation().count()) > History::kMostBytes)
    return {};
  if (revision_ == keptRevision_ && history_.find(keptId_) != nullptr) return keptId_;
  const Clock::time_point begun = Clock::now();
  try {
    completeStep();
    simulation().checkFailure();
  } catch (const Error& error) {
    fail(error);
  }
  run::RunState state = fluid_->stateWith(simulation().downloadState());
  // Lists are kept only for the bucket sort, which has statistics. With other algorithms, the order
  // of the particles in a cell depends on the order of particles in memory, or is random.
  if (simulation().sortStatistics() != nullptr) state.lists = simulation().downloadLists();
  noteKept(history_.add(std::move(state), numbering_.present()));
  keepingSeconds_ = secondsSince(begun);
  if (keptId_ == 0) return {};
  return keptId_;
}

void FluidSession::completeStep() {
  if (!simulation().stepUnderWay()) return;
  simulation().step();
  endStep();
}

void FluidSession::endStep() {
  touch();
  history_.goOn();
  measured_.erase(history_.line());
  telemetry_.addStep(simulation().stepNumber(), simulation().sortStatistics(),
                     scenario().step.mode == dpd::SortMode::Resort);
}

void FluidSession::keepAfter(double seconds) {
  if (simulation().stepUnderWay()) return;
  if (secondsSince(kept_) >= std::max(seconds, keepingSeconds_ / kKeepingShare)) keep();
}

std::int64_t FluidSession::keepBeforeChange() {
  const KeptState* latest = history_.latest();
  if (latest == nullptr || latest->step() != simulation().stepNumber()) keepAfter(0.0);
  latest = history_.latest();
  return latest == nullptr ? 0 : latest->id;
}

void FluidSession::fail(const Error& error) {
  recovery_.fail(error, scenario());
  throw;
}

void FluidSession::goTo(std::int64_t id) {
  const KeptState* kept = history_.find(id);
  if (kept == nullptr)
    throw RunError("saved state", "has been discarded to make room for later states");
  const dpd::View view = scenario().view;
  run(*kept->fluid.engine, kept->fluid);
  setView(view);
  recovery_.goTo(kept->step());
  numbering_.goTo(kept->numbering);
  moveTo(*kept);
  noteKept(id);
}

void FluidSession::noteKept(std::optional<std::int64_t> id) {
  kept_ = Clock::now();
  keptId_ = id.value_or(0);
  keptRevision_ = revision_;
}

void FluidSession::moveTo(const KeptState& state) {
  measured_.try_emplace(history_.line(), telemetry_.measurements());
  if (state.line != history_.line()) telemetry_.restart();
  telemetry_.show(measured_[state.line], state.step());
  history_.goTo(state.id);
  forgetMeasurements();
}

void FluidSession::forgetMeasurements() {
  std::erase_if(measured_, [&](const auto& each) { return !history_.hasLine(each.first); });
}

std::int64_t FluidSession::failedStep() {
  return recovery_.failedStep().value_or(simulation().stepNumber());
}

std::optional<std::int64_t> FluidSession::lastGoodStep() const {
  const KeptState* const state = recovery_.lastGood(history_);
  if (state == nullptr) return {};
  return state->step();
}

void FluidSession::goBack() {
  const KeptState* const state = recovery_.lastGood(history_);
  if (state == nullptr) throw RunError("last good state", "none has been saved");
  const std::int64_t id = state->id;
  goTo(id);
  history_.drop(id);
}

void FluidSession::setEngine(texel::Engine engine) {
  fluid_->setEngine(engine);
  beginOnNewDevice();
  givenEngine_ = engine;
  whyEngine_.clear();
}

void FluidSession::change(scenario::Scenario changed, std::optional<unsigned long> gesture) {
  changed.view = scenario().view;
  if (!recovery_.isOfLast(gesture)) recovery_.keptBefore(keepBeforeChange());
  recovery_.change(simulation().stepNumber(), gesture);
  if (fluid_->change(std::move(changed)) == scenario::Change::Simulation) {
    beginOnNewDevice();
  } else {
    touch();
  }
}

void FluidSession::setSolids(const std::vector<dpd::Solid>& solids) {
  scenario::Scenario changed = scenario();
  changed.fluid.solids = solids;
  change(std::move(changed));
  // The solids may have moved since they were set.
  simulation().setSolids(solids);
}

void FluidSession::apply(const dpd::Effect& effect) {
  completeStep();
  simulation().apply(effect);
  touch();
}

std::int64_t FluidSession::fillUp(const dpd::Tube& tube, int species) {
  scenario::RandomStream random(scenario().fluid.seed + static_cast<std::uint64_t>(revision_));
  return goOnWith(scenario::filledUp(run::presentScenario(scenario(), simulation()),
                                     simulation().downloadState(), tube, species, random));
}

std::int64_t FluidSession::empty(const dpd::Tube& tube) {
  auto [particles, ids] = scenario::emptied(simulation().downloadState(), tube);
  const std::int64_t more = goOnWith(std::move(particles));
  if (more != 0) numbering_.remove(std::move(ids));
  return more;
}

std::int64_t FluidSession::goOnWith(dpd::ParticleState particles) {
  const std::int64_t more = std::ssize(particles.position) - simulation().count();
  if (more == 0) return 0;
  run(engine(), fluid_->stateWith(std::move(particles)));
  return more;
}

void FluidSession::act(const PointerForces& forces) {
  dpd::Simulation& fluid = simulation();
  const glm::dvec3 gravity = forces.gravity.value_or(scenario().fluid.gravity);
  if (gravity != fluid.fluid().gravity) {
    dpd::Fluid felt = fluid.fluid();
    felt.gravity = gravity;
    fluid.setFluid(felt);
  }
  if (forces.effect) apply(*forces.effect);
  if (forces.body && forces.body->number < fluid.solids().size()) {
    fluid.steer(forces.body->number, forces.body->target);
  }
}

bool FluidSession::measure(double seconds) {
  try {
    const Clock::time_point start = Clock::now();
    return measuring_.goOn(simulation(), telemetry_, seconds,
                           [&] { return isOver(start, seconds); });
  } catch (const Error& error) {
    fail(error);
  }
}

bool FluidSession::isOver(Clock::time_point start, double seconds) const {
  return secondsSince(start) >= seconds || endsEarly_();
}

double FluidSession::expectedStart(std::int64_t particles) const {
  return startSeconds_ * double(particles) / double(fluid_->simulation().count());
}

std::int64_t FluidSession::advance(std::int64_t steps, double seconds,
                                   const PointerForces& forces) {
  if (recovery_.hasFailed()) return 0;
  measuring_.stop();
  const bool isForced =
      (forces.effect && forces.effect->kind != dpd::EffectKind::Turn) || forces.body;
  if (recovery_.acts(isForced)) recovery_.keptBeforeStroke(keepBeforeChange());
  dpd::Simulation& fluid = simulation();
  fluid.noteCells(notesCells_);
  const std::int64_t count = fluid.count();
  const Clock::time_point start = Clock::now();
  std::int64_t completed = 0;
  try {
    while (completed < steps) {
      const Clock::time_point begun = Clock::now();
      std::int64_t left = stepSlice_.elements();
      do {
        if (!fluid.stepUnderWay()) act(forces);
        if (fluid.advance(left)) {
          ++completed;
          endStep();
          keepAfter(kKeepEvery);
        }
        left -= count;
      } while (left >= count && completed < steps);
      gl::finish();
      stepSlice_.adapt(secondsSince(begun), seconds / kWaitsPerCall, kMostStepsPerSlice * count);
      if (isOver(start, seconds)) break;
    }
  } catch (const Error& error) {
    fail(error);
  }
  return completed;
}

}  // namespace gpubuck::demo
