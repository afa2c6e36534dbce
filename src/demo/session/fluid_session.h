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
#include "demo/session/clock.h"
#include "demo/session/history.h"
#include "demo/session/telemetry.h"
#include "dpd/impulse.h"
#include "dpd/model/pair_cost.h"
#include "run/live_fluid.h"
#include "run/run_state.h"
#include "texel/lots.h"

namespace gpubuck::demo {

/// How many particles are moved between two waits for the GPU, parts of a step or several steps:
/// after a portion of `particles` that has taken `seconds` where `wanted` were meant. `count`:
/// those of the fluid.
std::int64_t nextPortion(std::int64_t particles, double seconds, double wanted, std::int64_t count);

/// Particles in a tube become those of a species.
struct Paint {
  dpd::Tube tube{};
  int species = 0;
};

/// What the pointer does to the fluid in every step while it is held.
struct Hand {
  std::optional<dpd::Impulse> impulse{};
  std::optional<dpd::Bath> bath{};
  std::optional<Paint> paint{};
  std::optional<glm::dvec3> obstacle{};  ///< where it takes the centre of the obstacle
  std::optional<glm::dvec3> gravity{};   ///< in place of the scenario's, while the box is tilted
};

/// What can change takes effect at once and keeps the fluid as it is; only another box, other
/// species, another density, initial state or seed needs start(). Each change either succeeds or
/// throws gpubuck::Error and leaves everything as it was.
class FluidSession {
 public:
  /// Without an engine each fluid that begins takes the one that run::chooseEngine() names,
  /// until setEngine().
  FluidSession(const gl::ShaderLibrary& shaders, std::optional<texel::Engine> engine,
               const scenario::Scenario& scenario);

  /// Begins a scenario at step 0.
  void start(const scenario::Scenario& scenario);
  /// The same of particles that have been made, in `seconds`.
  void start(run::RunState beginning, double seconds);

  /// From now on, for fluids that begin later, too.
  void setEngine(texel::Engine engine);
  /// Goes on as `changed` says, except for the view (run::LiveFluid::change).
  void change(scenario::Scenario changed);
  /// Puts an obstacle into the fluid, moves or resizes it, or takes it away (radius 0).
  void setObstacle(const dpd::Obstacle& obstacle);
  /// At once, also between two steps.
  void paint(const Paint& paint);
  /// Fills a tube up with particles of a species (scenario::filledUp), or takes those in it out.
  /// Returns how many there are more. The simulation is a new one.
  std::int64_t fillUp(const Paint& paint);
  std::int64_t empty(const dpd::Tube& tube);
  /// As it is to be saved.
  void setView(const scenario::View& view) { fluid_->setView(view); }

  /// The scenario with all that has been changed since.
  const scenario::Scenario& scenario() const { return fluid_->scenario(); }
  texel::Engine engine() const { return fluid_->engine(); }
  /// Of the fluid as it was when the simulation was made.
  const dpd::PairCost& pairCost() const { return fluid_->pairCost(); }
  /// Why the rule named it when the fluid began; empty where it was given.
  const std::string& whyEngine() const { return whyEngine_; }
  /// Rises whenever the particles, the fluid they are of, its engine or its sort have become
  /// others; whatever changes the simulation from outside tells it by touch().
  std::int64_t revision() const { return revision_; }
  void touch() { ++revision_; }
  /// Rises whenever device and simulation are new: what was made on the old ones is gone.
  int generation() const { return generation_; }
  /// Which particle has which id: 0 as the scenario begins, another number after each empty(), and
  /// that of then after goTo().
  std::int64_t numbering() const { return numbering_; }
  /// Returns the present id of the particle that had `id` in `numbering`: in the present one, in
  /// the one before the last empty(), or in the one after it where goTo() has gone back before it.
  /// Nothing where the particle has been taken out, and for other numberings.
  std::optional<std::uint32_t> idNow(std::int64_t numbering, std::uint32_t id) const;
  const texel::Device& device() const { return fluid_->device(); }
  dpd::Simulation& simulation() { return fluid_->simulation(); }

  /// What advance() and measure() ask each time they have waited for the GPU: whether their time is
  /// over already, since something else is wanted first.
  void endEarlyWhen(std::function<bool()> asked) { endsEarly_ = std::move(asked); }
  /// Calls `between` several times a second while steps, sorts and measurements of a fluid with
  /// long steps (dpd::isLongStep) are computed. What it throws comes out of the call that computes
  /// them, and half of a state is left: the session can only be destroyed then.
  void whileComputing(std::function<void()> between) { between_ = std::move(between); }

  /// Whether the steps of advance() note which cells particles leave
  /// (dpd::Simulation::previousMapping), on any engine and after any change.
  void noteCells(bool notes) { notesCells_ = notes; }

  /// Completes up to `steps` steps in about `seconds` and at least a part of one; returns how many.
  /// A step that takes longer is computed in parts, whose size follows from how long the last ones
  /// took. `hand` acts on the fluid in every step. A simulation that fails stays where it is
  /// and says why in failure().
  std::int64_t advance(std::int64_t steps, double seconds, const Hand& hand);
  /// Measures the present state for the plots in about `seconds`. False: the next call goes on with
  /// it, unless the state has become another one.
  bool measure(double seconds = std::numeric_limits<double>::infinity());
  /// How much of a measurement has been done, 0..1.
  double measuredShare() const { return measuredShare_; }
  /// How long the measurement under way has taken so far, seconds; 0 while there is none.
  double measuringSeconds() const { return measuringSeconds_; }
  /// Gives the measurement under way up.
  void stopMeasuring() { measuredShare_ = measuringSeconds_ = 0.0; }

  /// About how long it takes until a fluid of so many particles can be seen, and to measure it,
  /// seconds; from how long the last one took, 0 before there was one.
  double expectedStart(std::int64_t particles) const;
  double expectedMeasurement(std::int64_t particles) const;

  /// Why the fluid cannot go on; empty while it can.
  const std::string& failure() const { return failure_; }
  /// The scenario with which it failed.
  const scenario::Scenario& failedWith() const { return failedWith_; }

  /// While the fluid runs well its state is kept every second or so, and before it goes on with
  /// other values.
  History& history() { return history_; }
  const History& history() const { return history_; }
  /// Keeps the present state at once, unless that has been done; a step under way is completed
  /// first. The id of the state; none where it is too large to be kept, or has failed.
  std::optional<std::int64_t> keep();
  /// Goes on from a kept state, with the values of then and the present view. On the paper engine
  /// what follows is the same, bit for bit, as it was the first time. What came after that state
  /// is kept until the next step.
  void goTo(std::int64_t id);

  /// The step of the state that goBack() returns to; none if no state is kept. After a failure this
  /// is the last state with other values than those that failed, which would only fail again, or
  /// the last one if all have the same.
  std::optional<std::int64_t> lastGoodStep() const;
  /// Goes on from there, with the values of then and the present view. Another failure before a
  /// new state has been kept goes back to the state before that one.
  void goBack();
  const Telemetry& telemetry() const { return telemetry_; }
  Telemetry& telemetry() { return telemetry_; }

 private:
  /// The engine for a fluid that begins.
  texel::Engine engineFor(const run::RunState& state);
  /// A fluid at step 0 has taken the place of the one before.
  void begin(run::RunState state, double seconds);
  /// Runs `state` on `engine` from now on; the old device and simulation end.
  void run(texel::Engine engine, const run::RunState& state);
  /// What follows when device and simulation are new.
  void beginOnNewDevice();
  /// Whether `seconds` have passed since `start`, or something else is wanted first.
  bool isOver(Clock::time_point start, double seconds) const;
  /// Keeps the present state if the last one was kept so long ago, and keeping takes little of the
  /// time.
  void keepAfter(double seconds);
  /// The state to go back to if the next values fail.
  void keepBeforeChange();
  /// The present state is that of this id, or is too large to be kept.
  void noteKept(std::optional<std::int64_t> id);
  /// The history's and the plots' part of going to a kept state.
  void moveTo(const KeptState& state);
  /// Of lines that nothing goes back to.
  void forgetMeasurements();
  /// The state that goBack() returns to, or null.
  const KeptState* lastGood() const;
  /// Of a step under way.
  void completeStep();
  /// What follows a step that has been completed.
  void endStep();
  /// Goes on with other particles.
  std::int64_t goOnWith(dpd::ParticleState particles);
  /// Before a step.
  void act(const Hand& hand);
  /// Notes the error that is being handled, and throws it on.
  [[noreturn]] void fail(const Error& error);

  gl::ShaderLibrary shaders_;
  std::shared_ptr<gl::ProgramCache> programs_ = std::make_shared<gl::ProgramCache>();
  std::optional<texel::Engine> givenEngine_;
  std::string whyEngine_;
  std::optional<run::LiveFluid> fluid_;  ///< always there once the first has begun
  int generation_ = 0;
  std::function<void()> between_ = [] {};
  std::optional<texel::Lots> lots_;  ///< of a fluid with long steps
  std::function<bool()> endsEarly_ = [] { return false; };
  bool notesCells_ = false;
  std::int64_t portion_ = 0;
  std::int64_t measurePortion_ = 0;
  double measuredShare_ = 0.0;
  std::int64_t measuredParticles_ = 0;  ///< of the measurement under way
  double startSeconds_ = 0.0;           ///< of the particles on the processor
  double measuringSeconds_ = 0.0;
  double secondsPerMeasured_ = 0.0;  ///< particle, in the last measurement; 0 before the first
  Telemetry telemetry_;
  std::string failure_;
  scenario::Scenario failedWith_;
  std::int64_t revision_ = 0;
  /// The last empty(): ids of `before` that `after` does not have.
  struct Renumbering {
    std::int64_t before = 0, after = 0;
    std::vector<std::uint32_t> gone{};
  };
  Renumbering renumbering_;
  std::int64_t numbering_ = 0, numberings_ = 0;
  History history_;
  std::int64_t keptId_ = 0;
  std::int64_t keptRevision_ = -1;  ///< of the state keptId_
  /// All measurements of lines that the fluid has gone back in.
  std::map<std::int64_t, std::vector<dpd::Observables>> measured_;
  Clock::time_point kept_;
  double keepingSeconds_ = 0.0;  ///< that the last state took
};

}  // namespace gpubuck::demo
