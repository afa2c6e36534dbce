// The DPD fluid on the GPU: assign cells, sort or re-sort, force and move, swap; now and then
// reorder. Coefficients and sort may change while it runs, and impulses act on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cells/cell_index.h"
#include "dpd/buffer_step.h"
#include "dpd/clock.h"
#include "dpd/fluid.h"
#include "dpd/impulse.h"
#include "dpd/neighbour_copies.h"
#include "dpd/noted_cells.h"
#include "dpd/observer.h"
#include "dpd/particle_state.h"
#include "dpd/passes.h"
#include "dpd/step_settings.h"
#include "gl/memory.h"
#include "sort/bucket_sort.h"
#include "texel/flag_counter.h"

namespace gpubuck::dpd {

using cells::ListState;

class Simulation {
 public:
  /// Starts from `state` at the step and time of `clock`; the time step is the fluid's. How
  /// neighbours are searched changes the order in which forces are added, nothing else. Throws what
  /// requireParticlesOf throws, InputError for more particles than ids, and what
  /// cells::makeCellGrid throws for the box, and RunError where there is no memory for all that a
  /// simulation ever needs: nothing is allocated after the beginning, but by setSort().
  Simulation(const texel::Device& device, const Fluid& fluid, const StepSettings& settings,
             const ParticleState& state, const Clock& clock = {}, const cells::Method& search = {});

  /// Takes up the lists of a checkpoint, so that the run goes on bit for bit as it would have
  /// without a stop. Throws InputError when their sizes do not fit; cells::requireLists checks
  /// more.
  void restoreLists(const ListState& lists);

  /// Advances by one time step, or completes the one under way. A particle that is not finite or
  /// would move by the cut-off radius or more in one step is held; checkFailure() reports it.
  void step();

  /// Does a part of a time step: in the first part sorting (and reordering), in every part forces
  /// and move of up to `particles` (>= 0) further particles. True when that completes the step. Any
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
  /// differ, the noise kind neither, and numbers must be within their limits
  /// (scenario::requireChangeable).
  void setFluid(const Fluid& fluid);

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
  const Obstacle& obstacle() const { return obstacle_; }
  /// The obstacle of another simulation that goes on from the present step with `fluid`: the
  /// present one with what is set to change and what setFluid() would change.
  Obstacle obstacleWith(const Fluid& fluid) const;
  /// As last set; obstacle() moves on.
  const Fluid& fluid() const { return fluid_; }
  const StepSettings& sortSettings() const { return settings_; }
  const cells::CellGrid& grid() const { return cells_->grid(); }
  const texel::Vec4Array& position() { return present().position; }
  /// At half a step before the present one.
  const texel::Vec4Array& velocity() { return present().velocity; }
  /// Holds the ids (ParticleState).
  const texel::Vec4Array& predicted() { return present().predicted; }
  /// The cells of the present positions, sorted.
  const cells::CellIndex& cells();
  /// The cell of each present particle before the last step, in the order of position(); null
  /// where it is unknown: before the first step of this object, after restoreLists() or setSort(),
  /// in the rest of a step that has reordered the particles, and where the step does not sort
  /// (hasOwnStep) unless noteCells() was called before it. The next call overwrites it.
  const texel::IdArray* previousMapping();
  /// Whether steps that do not sort note the cells that particles leave, which takes them two
  /// passes more; others always know. At first they don't. Throws RunError without GPU memory.
  void noteCells(bool notes);
  /// What the last sort or re-sort of the bucket sort did, nothing yet after setSort(); null for
  /// other algorithms, which sort all particles in every step.
  const sort::Statistics* sortStatistics() const;

  ParticleState downloadState();
  ListState downloadLists();

 private:
  static constexpr int kBlockSteps = 64;

  Simulation(gl::AllocateTogether&& arrays, const texel::Device& device, const Fluid& fluid,
             const StepSettings& settings, const ParticleState& state, const Clock& clock,
             const cells::Method& search);

  /// The present particles; those of a step in buffers are copied here first.
  const ParticleArrays& present();
  void sortParticles();
  void reorderParticles();
  /// The inputs of the copies of all present particles, which are made where they are not current.
  std::vector<texel::Input> neighbours();
  /// Before particles are changed from outside.
  void requireWholeStep() const;
  /// Takes over the velocities that a pass has written.
  void takeVelocities();
  void particlesChanged();
  void beginStep();
  void endStep();
  void applyFluid();
  void applySort();

  const texel::Device* device_;
  Fluid fluid_;
  bool fluidChanged_ = false;  ///< since the passes took it over
  Obstacle obstacle_;          ///< of the present step
  Obstacle nextObstacle_;      ///< at the end of the step under way, as the passes have it
  std::optional<Obstacle> wantedObstacle_;  ///< from the next step on
  StepSettings settings_;
  std::int64_t count_;
  Clock clock_;                        ///< with the time step of the present step
  int blockStep_ = 0;                  ///< steps since the last checkFailure() between two steps
  std::int64_t measured_ = 0;          ///< particles a measurement under way has gathered
  std::optional<std::int64_t> moved_;  ///< particles a step under way has moved
  ParticleArrays now_;
  ParticleArrays next_;
  std::unique_ptr<cells::CellIndex> cells_;
  std::unique_ptr<NeighbourCopies> copies_;
  bool copiesAreCurrent_ = false;
  std::unique_ptr<cells::CellIndex> nextCells_;  ///< those of settings that wait for a step's end
  std::unique_ptr<NeighbourCopies> nextCopies_;
  std::unique_ptr<BufferStep> bufferStep_;  ///< where the settings choose it, else null
  std::unique_ptr<BufferStep> nextBufferStep_;
  bool bufferStepIsCurrent_ = false;        ///< bufferStep_ has the present particles
  bool nowIsCurrent_ = true;                ///< now_ has them
  std::unique_ptr<NotedCells> notedCells_;  ///< null if they are not to be noted
  Reorder reorder_;
  ForceMove forceMove_;
  ImpulsePass impulsePass_;
  BathPass bathPass_;
  PaintPass paintPass_;
  Observer observer_;
  bool countsAreCurrent_ = true;  ///< those of species that the observer has
  texel::MapPass findFailed_;
  texel::IdArray failed_;
  texel::FlagCounter countFailed_;
};

}  // namespace gpubuck::dpd
