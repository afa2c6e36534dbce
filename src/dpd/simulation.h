// The DPD fluid on the GPU, step by step. Coefficients and sort may change while it runs, and
// effects act on it.
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

/// The density around each particle, which is element `placeOfId[id]` of `density`, in x. The next
/// step changes both.
struct Densities {
  const texel::Vec4Array& density;
  const texel::IdArray& placeOfId;
};

class Simulation {
 public:
  /// Starts from `state` at the step and time of `clock`; `fluid` has the time step. The search for
  /// neighbours changes only the order in which forces are added. Throws the errors of
  /// requireParticlesOf, InputError for more particles than ids, the errors of cells::makeCellGrid
  /// for the box, and RunError without memory for steps and measurements, which is all taken at the
  /// beginning. Later only some calls take more: setSort(); the first apply() of an effect that
  /// couples; the first structureFactor(), surfaceOrder(), stressProfile() and noteCells(); and if
  /// the step keeps no textures (dpd/steps/step.h), the first call that returns textures or cells.
  Simulation(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
             const ParticleState& state, const Clock& clock = {}, const cells::Method& search = {});

  /// Takes up the lists of a checkpoint, so that the run goes on bit for bit as it would have
  /// without a stop. Throws InputError when their sizes do not fit; cells::requireLists checks
  /// more.
  void restoreLists(const ListState& lists) { step_->restoreLists(lists); }

  /// Advances by one time step, or completes the step under way. A particle that is not finite or
  /// would move by the cut-off radius or more in one step is held; checkFailure() reports it.
  void step();

  /// Does a part of a time step. The first part sorts (and reorders). Every part takes up to
  /// `particles` (>= 0) further particles: first for their density, if the force law needs one,
  /// then for the forces of molecules, if there are any, and once all are done for pair forces and
  /// the move. Returns whether the step is complete. The result has the same bits as after step(),
  /// however a step is divided.
  ///
  /// Until then the state belongs to the present step, and all that reads it may be called. Only a
  /// checkpoint needs a whole step: the first part may have reordered the particles already, and a
  /// continued run would reorder them again.
  bool advance(std::int64_t particles);

  /// Returns whether advance() has done a part of a step.
  bool stepUnderWay() const { return moved_.has_value(); }

  /// Changes gravity, kT, pair coefficients, effects, time step, names and colours from the next
  /// step on. A step under way is completed with the old settings, which measure() and time() also
  /// follow until then. Solids change only where they differ from the fluid set before; otherwise
  /// they continue to move. Velocities stay those at n - 1/2 of the old time step. Nothing else may
  /// change, not even the kind of noise, and numbers must be within their limits
  /// (scenario::requireChangeable). Throws the errors of requireSettable.
  void setFluid(const Fluid& fluid);
  /// Throws InputError for a fluid with drag whose noise has no random numbers of single particles,
  /// and for changed solids that would not fit where they have moved to.
  void requireSettable(const Fluid& fluid) const;

  /// Replaces the solids from the next step on; after that step no particle is inside. Throws
  /// InputError if dpd::faultOf finds a fault.
  void setSolids(const std::vector<Solid>& solids);
  /// Moves a body, by its number among the solids, towards a place in the next step
  /// (dpd::steered).
  void steer(std::size_t number, const glm::dvec3& target);

  /// Sorts by other settings from the next step on, at first all particles. Throws the errors of
  /// sort::makeSort, and RunError if there is too little memory; the old settings then stay in
  /// force.
  void setSort(const StepSettings& settings);

  /// Applies an effect of a pointer to the present particles for the time of one step; call it
  /// before every step in which the effect acts. Throws RunError while a step is under way, since
  /// some of its forces may have been summed already, and the errors of EffectPass::run.
  void apply(const Effect& effect);

  /// Throws RunError if a particle has failed: it names the step, the particle, the velocity that
  /// is too high or not finite, and the last position. Call it before any use of the state except
  /// measure(), even of the first state; step() itself calls it every kBlockSteps steps.
  void checkFailure();

  /// Measures the present state; waits for the GPU. Throws the errors of checkFailure().
  Observables measure();

  /// Does a part of measure() for up to `particles` (> 0) further particles. Returns the
  /// observables when this part completes the measurement. The numbers are the same, however the
  /// measurement is divided. Any change of the state or the fluid restarts the measurement.
  std::optional<Observables> measurePart(std::int64_t particles);

  /// Measures the structure factor of the present state; waits for the GPU. Throws InputError if
  /// the box has no periodic axis.
  StructureFactor structureFactor();

  /// Finds the surfaces of the present density of each species; waits for the GPU.
  SurfaceOrder surfaceOrder();

  /// Measures the pressure in slabs of the present state; waits for the GPU. Throws the errors of
  /// requireStressProfile() and measure().
  StressProfile stressProfile();

  const Clock& clock() const { return clock_; }
  texel::Engine engine() const { return device_->engine(); }
  std::int64_t stepNumber() const { return clock_.step; }
  double time() const { return clock_.time(); }
  std::int64_t count() const { return count_; }
  /// Returns the solids at the present step.
  const std::vector<Solid>& solids() const { return solids_.present(); }
  /// Returns the solids for another simulation that continues from the present step with `fluid`:
  /// the present solids after the pending change and the change that setFluid() would make.
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
  /// Returns the cell of each present particle before the last step, in the order of position(), or
  /// null if the cells are unknown: before the first step of this object, after restoreLists() or
  /// setSort(), in the rest of a step that has reordered the particles, and if the step does not
  /// sort (hasOwnStep) and noteCells() was not called before it. The next call overwrites the
  /// result.
  const texel::IdArray* previousMapping() { return step_->previousMapping(); }
  /// Sets whether steps that do not sort note the cells that particles leave, which takes two more
  /// passes per step. Off by default; steps that sort always know these cells. Throws RunError
  /// without GPU memory.
  void noteCells(bool notes);
  /// Returns statistics of the last sort or re-sort of the bucket sort, with zeros after setSort(),
  /// or null for the other algorithms, which sort all particles in every step.
  const sort::Statistics* sortStatistics() const { return step_->sortStatistics(); }

  ParticleState downloadState();
  /// Returns the bonds and angles, which never change.
  const Molecules& molecules() const { return molecules_; }
  ListState downloadLists() { return cells().download(); }

 private:
  Simulation(gl::AllocateTogether&& arrays, const texel::Device& device, const Fluid& fluid,
             const StepSettings& settings, const ParticleState& state, const Clock& clock,
             const cells::Method& search);

  /// Throws the RunError for a state that a measurement has found to be unsound.
  [[noreturn]] void throwUnsound();
  void applyNow(const Effect& effect);
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
  std::int64_t measured_ = 0;          ///< particles that a measurement under way has gathered
  std::optional<std::int64_t> moved_;  ///< particles that a step under way has moved
  bool turnsSpecies_ = false;          ///< whether the step under way may
  bool notesCells_ = false;
  MovingSolids solids_;
  Molecules molecules_;
  std::unique_ptr<Step> step_;
  std::unique_ptr<Step>
      nextStep_;  ///< the step with the pending settings of the sort, until the step under way ends
  Observer observer_;
  FailureCheck failureCheck_;
  std::optional<EffectPass> effectPass_;  ///< made on first use, as are the next two
  std::optional<DensityModes> densityModes_;
  std::optional<StressSlabs> stressSlabs_;
};

}  // namespace gpubuck::dpd
