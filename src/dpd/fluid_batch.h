// Several fluids that make their steps together, for example in a scan of parameters. One small
// fluid alone would leave most of a GPU idle.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/failure_check.h"
#include "dpd/measure.h"
#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "dpd/observables.h"
#include "dpd/steps/batch.h"
#include "dpd/steps/ordered_step.h"
#include "gl/memory.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Advances several fluids. After each step, each fluid equals a Simulation of this fluid alone on
/// the engine fast, bit for bit.
class FluidBatch {
 public:
  /// A fluid that begins with these particles, at the step and time of this clock.
  struct Member {
    Fluid fluid;
    ParticleState particles;
    Clock clock{};
  };

  /// `search` is the search for neighbours in all fluids. Throws the errors of requireBatch and,
  /// for each fluid, the errors of Simulation's constructor. Throws RunError below OpenGL 4.3, and
  /// if whyNoBatch() gives a reason.
  FluidBatch(const texel::Device& device, const std::vector<Member>& members,
             const cells::Method& search = {});
  FluidBatch(const FluidBatch&) = delete;
  FluidBatch& operator=(const FluidBatch&) = delete;

  /// Advances all fluids by one time step, as Simulation::step() does. Throws the errors of
  /// checkFailure().
  void step();

  /// Throws RunError if a particle has failed. The error has the text of
  /// Simulation::checkFailure(), and also names the fluid. step() calls this function every
  /// kBlockSteps steps.
  void checkFailure();

  /// Measures each fluid; waits for the GPU once. Does not find mixingWidth and domainSize, which
  /// Simulation::measure() finds for two species. Throws the errors of checkFailure().
  std::vector<Observables> measure();

  /// Returns the particles of fluid k. Waits for the GPU. Throws RunError if one of these particles
  /// has failed. Failures in other fluids do not matter.
  ParticleState downloadState(std::size_t k);

  std::int64_t size() const { return std::ssize(fluids_); }
  const Fluid& fluid(std::size_t k) const { return fluids_[k]; }
  /// Returns the step and the time of fluid k.
  Clock clock(std::size_t k) const;
  std::int64_t stepsMade() const { return clock_.step; }
  /// Returns the number of all particles.
  std::int64_t count() const { return batch_.particles(); }

 private:
  FluidBatch(gl::AllocateTogether&& arrays, const texel::Device& device,
             const std::vector<Member>& members, const cells::CellGrid& grid);

  ParticleState stateOf(std::size_t k, const ParticleState& all) const;
  /// Throws if a particle of fluid k has failed. `state` has the particles of this fluid.
  void requireSound(std::size_t k, const ParticleState& state) const;

  std::vector<Fluid> fluids_;
  std::vector<Clock> begun_;                       ///< clock of each fluid at step 0 of the batch
  std::vector<std::vector<std::int64_t>> counts_;  ///< particles of each species in each fluid
  Clock clock_;                                    ///< the step of the batch
  int blockStep_ = 0;                              ///< steps since the last checkFailure()
  Batch batch_;
  OrderedStep step_;
  Measure measure_;
  texel::Sum sum_;
  FailureCheck failureCheck_;
};

}  // namespace gpubuck::dpd
