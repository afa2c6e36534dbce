// The running fluid of the window: a scenario, the engine it runs on and its present state.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "demo/session/history.h"
#include "demo/session/measuring.h"
#include "demo/session/numbering.h"
#include "demo/session/recovery.h"
#include "demo/session/telemetry.h"
#include "demo/widgets/clock.h"
#include "dpd/model/pair_cost.h"
#include "run/live_fluid.h"
#include "run/run_state.h"
#include "texel/work_slices.h"

namespace gpubuck::demo {

/// The action of the pointer on the fluid in each step, such as the effect of a tool.
struct PointerForces {
  std::optional<dpd::Effect> effect{};
  /// A body that is being dragged, and the target of its middle.
  struct Dragged {
    std::size_t number;  ///< its number among the solids
    glm::dvec3 target;
  };
  std::optional<Dragged> body{};
  std::optional<glm::dvec3> gravity{};  ///< replaces the scenario's gravity while the box is tilted
};

/// The running fluid. Most values can be changed while the fluid runs. Other changes need a restart
/// by start() (scenario::Change::Restart), such as changes of the box, the species, the density,
/// the initial state or the seed. Each change either succeeds, or throws gpubuck::Error and leaves
/// everything as it was.
class FluidSession {
 public:
  /// If `engine` is empty, run::chooseEngine() chooses an engine for each fluid that starts, until
  /// setEngine() is called.
  FluidSession(const gl::ShaderLibrary& shaders, std::optional<texel::Engine> engine,
               const scenario::Scenario& scenario);

  /// Starts a scenario at step 0.
  void start(const scenario::Scenario& scenario);
  /// Starts the fluid of a state whose particles took `seconds` to create.
  void start(run::RunState beginning, double seconds);

  /// Returns a second fluid, which begins with `state`, in the same OpenGL context. Steps of the
  /// two fluids may alternate.
  run::LiveFluid another(const run::RunState& state) const;

  /// Sets the engine of the present fluid and of all later fluids.
  void setEngine(texel::Engine engine);
  /// Applies the values of `changed`, except for its view (run::LiveFluid::change). `gesture` is
  /// the gesture of the user that changes the values, such as the drag of a slider. The changes of
  /// one gesture belong together: goBack() returns to the state before the first change of the
  /// gesture.
  void change(scenario::Scenario changed, std::optional<unsigned long> gesture = {});
  /// Replaces the solids. `solids` has the solids at their present places.
  void setSolids(const std::vector<dpd::Solid>& solids);
  /// Completes the step under way, if any, and then applies the effect of a pointer once.
  void apply(const dpd::Effect& effect);
  /// Fill a tube up with particles of a species (scenario::filledUp), or remove the particles in
  /// the tube. If the number of particles changes, both functions replace the simulation. They
  /// return the change of this number.
  std::int64_t fillUp(const dpd::Tube& tube, int species);
  std::int64_t empty(const dpd::Tube& tube);
  /// Sets the view that is saved with the scenario.
  void setView(const dpd::View& view) { fluid_->setView(view); }

  /// Returns the scenario with all changes made since it was opened.
  const scenario::Scenario& scenario() const { return fluid_->scenario(); }
  texel::Engine engine() const { return fluid_->engine(); }
  /// Returns the cost of the pairs, found from the particles with which the simulation was created.
  const dpd::PairCost& pairCost() const { return fluid_->pairCost(); }
  /// Returns the reason why run::chooseEngine() chose the engine, or an empty string if the engine
  /// was given.
  const std::string& whyEngine() const { return whyEngine_; }
  /// Returns a number that increases whenever the particles, the fluid, its engine or its sort
  /// change. Code that changes the simulation from outside must call touch().
  std::int64_t revision() const { return revision_; }
  void touch() { ++revision_; }
  /// Returns a number that increases whenever the device and the simulation are replaced. Objects
  /// made on the old device and simulation are then invalid.
  int generation() const { return generation_; }
  /// Returns the numbering of the particles. empty() removes ids from it.
  const Numbering& numbering() const { return numbering_; }
  const texel::Device& device() const { return fluid_->device(); }
  dpd::Simulation& simulation() { return fluid_->simulation(); }

  /// Sets a function that advance() and measure() call after each wait for the GPU. If it returns
  /// true, the call ends early, so that something more urgent can be done.
  void endEarlyWhen(std::function<bool()> asked) { endsEarly_ = std::move(asked); }
  /// Sets a function that is called several times per second while a fluid with long steps
  /// (dpd::isLongStep) computes steps, sorts and measurements. If the function throws, the call
  /// that computes rethrows the exception and leaves an incomplete state. The session can then only
  /// be destroyed.
  void whileComputing(std::function<void()> between) { between_ = std::move(between); }

  /// Sets whether the steps of advance() record the cells that particles leave
  /// (dpd::Simulation::previousMapping). The setting stays when the engine or the fluid changes.
  void noteCells(bool notes) { notesCells_ = notes; }

  /// Computes up to `steps` steps in about `seconds`, and at least a part of one step. Returns the
  /// number of completed steps. A step that takes longer is computed in parts; their size follows
  /// from the times of the last parts. `forces` acts on the fluid in each step. If the simulation
  /// fails, it stays at its step, and the call throws the error, which failure() then returns.
  /// Later calls compute nothing.
  std::int64_t advance(std::int64_t steps, double seconds, const PointerForces& forces);
  /// Measures the present state for the plots for about `seconds`. Returns false if the measurement
  /// is incomplete; the next call continues it unless the state has changed. If the fluid has
  /// failed, throws the error, which failure() then returns.
  bool measure(double seconds = std::numeric_limits<double>::infinity());
  /// Returns the object that measures, with the measurement under way, if any.
  Measuring& measuring() { return measuring_; }
  const Measuring& measuring() const { return measuring_; }

  /// Returns the expected time in seconds to start a fluid of this many particles, estimated from
  /// the last start.
  double expectedStart(std::int64_t particles) const;

  /// Returns the error by which the fluid has failed, or an empty string.
  const std::string& failure() const { return recovery_.failure(); }
  /// Returns the step that failure() names, or the present step if it names none. Since particles
  /// are checked only every few steps, the fluid may have continued past that step.
  std::int64_t failedStep();
  /// Returns the scenario with which the fluid failed.
  const scenario::Scenario& failedWith() const { return recovery_.failedWith(); }
  /// Returns whether a tool may be to blame (Recovery::hasStroke).
  bool hasStroke() const { return recovery_.hasStroke(); }

  /// Returns the states to which the fluid can return. While the fluid runs without failure, its
  /// state is kept about once per second, and before each change of values.
  History& history() { return history_; }
  const History& history() const { return history_; }
  /// Completes the step under way, and keeps the present state at once, unless it is kept already.
  /// Returns the id of the state, or an empty optional if the state is too large to be kept or the
  /// fluid has failed.
  std::optional<std::int64_t> keep();
  /// Returns to a kept state, with its values and the present view. On the paper engine the
  /// following steps repeat the earlier steps bit for bit. Later states are kept until the next
  /// step.
  void goTo(std::int64_t id);

  /// Returns the step of the state to which goBack() returns (Recovery::lastGood), or none if no
  /// state is kept.
  std::optional<std::int64_t> lastGoodStep() const;
  /// Returns to the state Recovery::lastGood(), with its values and the present view. If the fluid
  /// fails again before a new state has been kept, the next call goes back by one more kept state.
  void goBack();

  const Telemetry& telemetry() const { return telemetry_; }
  Telemetry& telemetry() { return telemetry_; }

 private:
  /// Returns the given engine. If no engine was given, or if the scenario has the method of 2007,
  /// which does not run on every engine, returns the engine that run::chooseEngine() chooses.
  run::EngineChoice choiceFor(const run::RunState& state) const;
  /// Returns the engine for a fluid that starts, and keeps the reason for this engine.
  texel::Engine engineFor(const run::RunState& state);
  /// Resets the recovery, the plots and the numbering for a fluid that starts with `state`, and
  /// keeps this state, which took `seconds` to create.
  void begin(run::RunState state, double seconds);
  /// Replaces the device and the simulation by a new device and simulation that run `state` on
  /// `engine`.
  void run(texel::Engine engine, const run::RunState& state);
  /// Resets everything that depends on the device and the simulation.
  void beginOnNewDevice();
  /// Returns whether `seconds` have passed since `start`, or the call should end early
  /// (endEarlyWhen).
  bool isOver(Clock::time_point start, double seconds) const;
  /// Keeps the present state if the last state was kept at least `seconds` ago and keeping takes
  /// only a small share of the time.
  void keepAfter(double seconds);
  /// Keeps the present state, so that a fluid that fails with the next values can return to it.
  /// Does nothing if the state is kept already, if a step is under way, or if keeping would take
  /// too large a share of the time. Returns the id of the last kept state, or 0 if no state is
  /// kept.
  std::int64_t keepBeforeChange();
  /// Records that the present state is kept under this id, or is too large to be kept.
  void noteKept(std::optional<std::int64_t> id);
  /// Moves the history and the plots to a kept state.
  void moveTo(const KeptState& state);
  /// Drops the measurements of lines (History) of which no state is kept any more.
  void forgetMeasurements();
  /// Completes the step under way, if any.
  void completeStep();
  /// Updates the history, the statistics and the revision after a completed step.
  void endStep();
  /// Replaces the particles, and returns the change of their number.
  std::int64_t goOnWith(dpd::ParticleState particles);
  /// Applies the effects of the pointer before a step.
  void act(const PointerForces& forces);
  /// Records the error that is being handled, and rethrows it.
  [[noreturn]] void fail(const Error& error);

  gl::ShaderLibrary shaders_;
  std::shared_ptr<gl::ProgramCache> programs_ = std::make_shared<gl::ProgramCache>();
  std::optional<texel::Engine> givenEngine_;
  std::string whyEngine_;
  std::optional<run::LiveFluid> fluid_;  ///< always has a value after construction
  int generation_ = 0;
  std::function<void()> between_ = [] {};
  std::shared_ptr<const texel::WorkSlices> slices_;  ///< not null for a fluid with long steps
  std::function<bool()> endsEarly_ = [] { return false; };
  bool notesCells_ = false;
  /// Number of particles to move until the next wait for the GPU, in a part of a step or in several
  /// steps.
  texel::SliceLength stepSlice_;
  Measuring measuring_;
  double startSeconds_ = 0.0;  ///< time to create the last fluid's particles on the processor
  Telemetry telemetry_;
  Recovery recovery_;
  std::int64_t revision_ = 0;
  Numbering numbering_;
  History history_;
  std::int64_t keptId_ = 0;
  std::int64_t keptRevision_ = -1;  ///< revision of the state keptId_
  /// The measurements of each line (History) that the fluid has left, by the line's number.
  std::map<std::int64_t, std::vector<dpd::Observables>> measured_;
  Clock::time_point kept_;
  double keepingSeconds_ = 0.0;  ///< time to keep the last state
};

}  // namespace gpubuck::demo
