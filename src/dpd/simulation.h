// The DPD fluid on the GPU, step by step. Coefficients and sort may change while it runs, and
// impulses act on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cells/cell_index.h"
#include "dpd/failure_check.h"
#include "dpd/impulse.h"
#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/model/moving_obstacle.h"
#include "dpd/model/particle_state.h"
#include "dpd/observer.h"
#include "dpd/steps/step.h"
#include "dpd/steps/step_settings.h"
#include "gl/memory.h"

namespace gpubuck::dpd {

using cells::ListState;

class Simulation {
 public:
  /// Starts from `state` at the step and time of `clock`; the time step is the fluid's. How
  /// neighbours are searched changes the order in which forces are added, nothing else. Throws what
  /// requireParticlesOf throws, InputError for more particles than ids, and what
  /// cells::makeCellGrid throws for the box, and RunError without memory for steps and
  /// measurements, which is all taken at the beginning. Later only setSort() takes more, and the
  /// first call of apply(Bath) and noteCells() and, where the step keeps no textures
  /// (dpd/steps/step.h), of those that return textures or cells.
  Simulation(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
             const ParticleState& state, const Clock& clock = {}, const cells::Method& search = {});

  /// Takes up the lists of a checkpoint, so that the run goes on bit for bit as it would have
  /// without a stop. Throws InputError when their sizes do not fit; cells::requireLists checks
  /// more.
  void restoreLists(const ListState& lists) { step_->restoreLists(lists); }

  /// Advances by one time step, or completes the one under way. A particle that is not finite or
  /// would move by the cut-off radius or more in one step is held; checkFailure() reports it.
  void step();

  /// Does a part of a time step: in the first part sorting (and reordering), in every part the
  /// density of up to `particles` (>= 0) further particles if the force law needs one, and once
  /// all have theirs forces and move of as many. True when that completes the step. Any
  /// partition gives the same bits as step().
  ///
  /// Until then the state is that of the present step, and all that reads it may be called. Only a
  /// checkpoint wants a whole step: the first part may have reordered the particles already, and a
  /// run that continues would do so again.
  bool advance(std::int64_t particles);

  /// Whether advance() has done a part of a step.
  bool stepUnderWay() const { return moved_.has_value(); }

  /// Changes gravity, kT, pair coefficients, time step, names and colours from the next step on. A
  /// step under way is completed with the old ones, which measure() and time() also follow until
  /// then. Of the obstacle only what differs from the fluid set before changes; else it goes on
  /// from where it is. Velocities stay those at n - 1/2 of the old time step. Nothing else may
  /// change, not even the kind of noise, and numbers must be within their limits
  /// (scenario::requireChangeable). Throws what requireSettable throws.
  void setFluid(const Fluid& fluid);
  /// Throws InputError for drag without noise of single particles, and where the obstacle as it has
  /// moved and would change does not fit.
  void requireSettable(const Fluid& fluid) const;

  /// Puts an obstacle into the fluid, moves it or takes it away (radius 0), from the next step on;
  /// after that step no particle is inside. Throws InputError where dpd::faultOf finds a fault.
  void setObstacle(const Obstacle& obstacle);

  /// Sorts by other settings from the next step on, all particles anew at first. Throws what
  /// sort::makeSort throws, and RunError without memory for them; the old settings then stay in
  /// force.
  void setSort(const StepSettings& settings);

  /// Accelerates the present particles near a line for the time of one step; to be called before
  /// every step in which it is to act. Throws RunError while a step is under way, of which forces
  /// may have been summed already, and InputError for numbers out of range.
  void apply(const Impulse& impulse);
  /// The same with a bath; waits for the GPU.
  void apply(const Bath& bath);
  /// Gives the particles in a tube a species. Throws as apply().
  void paint(const Tube& tube, int species);

  /// Throws RunError if a particle has failed: it names the step, the particle, the velocity that
  /// is too high or not finite, and the last position. To be called before anything is made of the
  /// state, the first one too; step() itself calls it every kBlockSteps steps.
  void checkFailure();

  /// Measures the present state; waits for the GPU.
  Observables measure();

  /// Does a part of that for up to `particles` (> 0) further particles: the observables when that
  /// completes it. Any partition gives the same numbers. What changes the state or the fluid
  /// begins it anew.
  std::optional<Observables> measurePart(std::int64_t particles);

  const Clock& clock() const { return clock_; }
  texel::Engine engine() const { return device_->engine(); }
  std::int64_t stepNumber() const { return clock_.step; }
  double time() const { return clock_.time(); }
  std::int64_t count() const { return count_; }
  /// Where the obstacle is at the present step.
  const Obstacle& obstacle() const { return obstacle_.present(); }
  /// The obstacle of another simulation that goes on from the present step with `fluid`: the
  /// present one with what is set to change and what setFluid() would change.
  Obstacle obstacleWith(const Fluid& fluid) const { return obstacle_.with(fluid_, fluid); }
  /// As last set; obstacle() moves on.
  const Fluid& fluid() const { return fluid_; }
  const StepSettings& sortSettings() const { return settings_; }
  const cells::CellGrid& grid() const { return step_->grid(); }
  const texel::Vec4Array& position() { return step_->textures().position; }
  /// At half a step before the present one.
  const texel::Vec4Array& velocity() { return step_->textures().velocity; }
  /// Holds the ids (ParticleState).
  const texel::Vec4Array& predicted() { return step_->textures().predicted; }
  /// The cells of the present positions, sorted.
  const cells::CellIndex& cells() { return step_->cells(); }
  /// The cell of each present particle before the last step, in the order of position(); null
  /// where it is unknown: before the first step of this object, after restoreLists() or setSort(),
  /// in the rest of a step that has reordered the particles, and where the step does not sort
  /// (hasOwnStep) unless noteCells() was called before it. The next call overwrites it.
  const texel::IdArray* previousMapping() { return step_->previousMapping(); }
  /// Whether steps that do not sort note the cells that particles leave, which takes them two
  /// passes more; others always know. At first they don't. Throws RunError without GPU memory.
  void noteCells(bool notes);
  /// What the last sort or re-sort of the bucket sort did, nothing yet after setSort(); null for
  /// other algorithms, which sort all particles in every step.
  const sort::Statistics* sortStatistics() const { return step_->sortStatistics(); }

  ParticleState downloadState() { return step_->download(); }
  ListState downloadLists() { return cells().download(); }

 private:
  static constexpr int kBlockSteps = 64;

  Simulation(gl::AllocateTogether&& arrays, const texel::Device& device, const Fluid& fluid,
             const StepSettings& settings, const ParticleState& state, const Clock& clock,
             const cells::Method& search);

  /// Before particles are changed from outside.
  void requireWholeStep() const;
  void beginStep();
  void endStep();
  void applyFluid();
  void applySort();

  const texel::Device* device_;
  Fluid fluid_;
  bool fluidChanged_ = false;  ///< since the passes took it over
  StepSettings settings_;
  std::int64_t count_;
  Clock clock_;                        ///< with the time step of the present step
  int blockStep_ = 0;                  ///< steps since the last checkFailure() between two steps
  std::int64_t measured_ = 0;          ///< particles a measurement under way has gathered
  std::optional<std::int64_t> moved_;  ///< particles a step under way has moved
  bool notesCells_ = false;
  MovingObstacle obstacle_;
  std::unique_ptr<Step> step_;
  std::unique_ptr<Step> nextStep_;  ///< of settings that wait for a step's end
  Observer observer_;
  FailureCheck failureCheck_;
  std::optional<ImpulsePass> impulsePass_;  ///< made, as the two that follow, when first used
  std::optional<BathPass> bathPass_;
  std::optional<PaintPass> paintPass_;
};

}  // namespace gpubuck::dpd
