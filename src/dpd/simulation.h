// The DPD fluid on the GPU, step by step. The coefficients of the fluid and the sort may change
// during a run, and effects act on the fluid.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cells/cell_index.h"
#include "dpd/density_modes.h"
#include "dpd/failure_check.h"
#include "dpd/measure.h"
#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/model/moving_solids.h"
#include "dpd/model/particle_state.h"
#include "dpd/observer.h"
#include "dpd/steps/effect_pass.h"
#include "dpd/steps/step.h"
#include "dpd/steps/step_settings.h"
#include "gl/memory.h"

namespace gpubuck::dpd {

using cells::ListState;

/// The densities around particles. The density around the particle `id` is the x of element
/// `placeOfId[id]` of `density`. The next step overwrites both arrays.
struct Densities {
  const texel::Vec4Array& density;
  const texel::IdArray& placeOfId;
};

class Simulation {
 public:
  /// Starts from `state` at the step and time of `clock`, with the time step of `fluid`. `search`
  /// determines only the order in which forces are added. Throws the errors of requireParticlesOf,
  /// the errors of cells::makeCellGrid for the box, InputError for more than kMaxCount particles,
  /// and RunError without memory. The constructor allocates all memory that steps and measure()
  /// need. Later only some calls allocate more: setSort(); the first apply() of an effect of the
  /// kind Couple; the first structureFactor(), surfaceOrder(), stressProfile() and noteCells(); and
  /// if the step keeps no textures (dpd/steps/step.h), the first call that returns textures or
  /// cells.
  Simulation(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
             const ParticleState& state, const Clock& clock = {}, const cells::Method& search = {});

  /// Uses the lists of a checkpoint, so that the run continues bit for bit as it would have without
  /// a stop. Throws InputError if the sizes of the lists do not fit. cells::requireLists checks
  /// more.
  void restoreLists(const ListState& lists) { step_->restoreLists(lists); }

  /// Advances by one time step, or completes the step under way. A particle whose numbers are not
  /// finite, or that would move by the cut-off radius or more, is held at its place. checkFailure()
  /// reports it.
  void step();

  /// Does a part of a time step. The first part sorts (and reorders). Every part works on up to
  /// `particles` (>= 0) further particles. The parts find the densities of all particles, if the
  /// force law needs densities, then the forces of molecules, if there are any. Then they compute
  /// pair forces and move particles. Returns whether the step is complete. The result has the same
  /// bits as after step(), however the step is divided.
  ///
  /// Until the step is complete, the state is the state before this step, and all functions that
  /// read the state may be called. Only a checkpoint must wait until the step is complete: the
  /// first part may have reordered the particles already, and a continued run would reorder them
  /// again.
  bool advance(std::int64_t particles);

  /// Returns whether advance() has done a part of a step.
  bool stepUnderWay() const { return moved_.has_value(); }

  /// Changes gravity, kT, pair coefficients, effects, time step, names and colours from the next
  /// step on. A step under way is completed with the old settings; until then measure() and time()
  /// also use the old settings. A value of a solid changes only if `fluid` and the fluid that was
  /// set before differ in this value or in the number of solids, so that an unchanged solid
  /// continues to move. Velocities are not adapted to a new time step: they stay the velocities at
  /// n - 1/2 of the old time step. Nothing else may change, not even the kind of noise, and numbers
  /// must be within their limits (scenario::requireChangeable). Throws the errors of
  /// requireSettable.
  void setFluid(const Fluid& fluid);
  /// Throws InputError for a fluid with drag if its noise provides no random numbers for single
  /// particles, for an effect of the kind Move in a fluid with bonds, and for changed solids that
  /// would not fit at their present places.
  void requireSettable(const Fluid& fluid) const;

  /// Replaces the solids from the next step on. After that step no particle is inside a solid.
  /// Throws InputError if dpd::faultOf finds a fault.
  void setSolids(const std::vector<Solid>& solids);
  /// Moves solid `number`, a body, towards `target` in the next step (dpd::steered).
  void steer(std::size_t number, const glm::dvec3& target);

  /// Uses other settings of the sort from the next step on. The next step sorts all particles.
  /// Throws the errors of sort::makeSort, and RunError if there is too little memory. The old
  /// settings then stay in force.
  void setSort(const StepSettings& settings);

  /// Applies the effect of a pointer to the present particles for the time of one step. Call this
  /// function before every step in which the effect acts. Throws the errors of EffectPass::run.
  /// Throws RunError while a step is under way, since some forces of the step may have been summed
  /// already.
  void apply(const Effect& effect);

  /// Throws RunError if a particle has failed. The error names the step, the particle, its last
  /// position and the reason (throwFailure). Call this function before any use of the state except
  /// measure(), even before the first step. step() calls it every kBlockSteps steps.
  void checkFailure();

  /// Measures the present state; waits for the GPU. Throws the errors of checkFailure().
  Observables measure();

  /// Does a part of measure() for up to `particles` (> 0) further particles. Returns the
  /// observables when this part completes the measurement. The observables are the same, however
  /// the measurement is divided. Any change of the state or the fluid restarts the measurement.
  std::optional<Observables> measurePart(std::int64_t particles);

  /// Measures the structure factor of the present state; waits for the GPU. Throws InputError if
  /// the box has no periodic axis.
  StructureFactor structureFactor();

  /// Finds the surfaces of the present density of each species; waits for the GPU.
  SurfaceOrder surfaceOrder();

  /// Measures the pressure of the present state in slabs; waits for the GPU. Throws the errors of
  /// requireStressProfile() and measure().
  StressProfile stressProfile();

  const Clock& clock() const { return clock_; }
  texel::Engine engine() const { return device_->engine(); }
  std::int64_t stepNumber() const { return clock_.step; }
  double time() const { return clock_.time(); }
  std::int64_t count() const { return count_; }
  /// Returns the solids at the present step.
  const std::vector<Solid>& solids() const { return solids_.present(); }
  /// Returns the solids for another simulation that continues from the present step with `fluid`.
  /// They are the present solids with the pending change, and with the change that setFluid() would
  /// make.
  std::vector<Solid> solidsWith(const Fluid& fluid) const { return solids_.with(fluid_, fluid); }
  /// Returns the fluid as it was last set. The solids of this fluid do not move; solids() returns
  /// the moving solids.
  const Fluid& fluid() const { return fluid_; }
  const StepSettings& sortSettings() const { return settings_; }
  const cells::CellGrid& grid() const { return step_->grid(); }
  const texel::Vec4Array& position() { return step_->textures().position; }
  /// Velocities half a step before the present step.
  const texel::Vec4Array& velocity() { return step_->textures().velocity; }
  /// Holds the ids (ParticleState).
  const texel::Vec4Array& predicted() { return step_->textures().predicted; }
  /// Returns the densities of the present particles for the force law, or an empty optional for a
  /// law without densities. The first call may allocate memory.
  std::optional<Densities> densities();
  /// Returns the cells of the present positions, sorted.
  const cells::CellIndex& cells() { return step_->cells(); }
  /// Returns the cell that each present particle had before the last step, in the order of
  /// position(), or null if these cells are unknown. They are unknown before the first step of this
  /// object and after restoreLists() or setSort(). If advance() has reordered the particles, they
  /// are also unknown until the step is complete. If steps do not sort (hasBufferStep), they are
  /// known only if noteCells(true) was called before the last step. The next call overwrites the
  /// result.
  const texel::IdArray* previousMapping() { return step_->previousMapping(); }
  /// Sets whether the cells that particles leave are also noted in steps without a sort. This takes
  /// two more passes per step, and is off by default. Steps that sort always know these cells.
  /// Throws RunError without GPU memory.
  void noteCells(bool notes);
  /// Returns the statistics of the last sort or re-sort by the bucket sort. After setSort() they
  /// are 0. Returns null for other algorithms, which sort all particles in every step.
  const sort::Statistics* sortStatistics() const { return step_->sortStatistics(); }

  ParticleState downloadState();
  /// Returns the bonds and angles, which never change.
  const Molecules& molecules() const { return molecules_; }
  ListState downloadLists() { return cells().download(); }

 private:
  Simulation(gl::AllocateTogether&& arrays, const texel::Device& device, const Fluid& fluid,
             const StepSettings& settings, const ParticleState& state, const Clock& clock,
             const cells::Method& search);

  /// Throws the RunError for a state in which a measurement has found a failure.
  [[noreturn]] void throwUnsound();
  void applyNow(const Effect& effect);
  void beginStep();
  void endStep();
  void applyFluid();
  void applySort();

  const texel::Device* device_;
  Fluid fluid_;
  bool fluidChanged_ = false;  ///< whether fluid_ has changed since the passes took its values
  StepSettings settings_;
  std::int64_t count_;
  Clock clock_;                        ///< Clock::dt is the time step of the present step
  int blockStep_ = 0;                  ///< steps since checkFailure() was last called while no step
                                       ///< was under way
  std::int64_t measured_ = 0;          ///< particles that a measurement under way has gathered
  std::optional<std::int64_t> moved_;  ///< particles that a step under way has moved
  bool turnsSpecies_ = false;          ///< whether particles may change species in this step
  bool notesCells_ = false;
  MovingSolids solids_;
  Molecules molecules_;
  std::unique_ptr<Step> step_;
  std::unique_ptr<Step>
      nextStep_;  ///< the step with the pending settings of the sort, until the step under way ends
  Observer observer_;
  FailureCheck failureCheck_;
  std::optional<EffectPass> effectPass_;  ///< made on first use, like the next two members
  std::optional<DensityModes> densityModes_;
  std::optional<StressSlabs> stressSlabs_;
};

}  // namespace gpubuck::dpd
