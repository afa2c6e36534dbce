// A time step of a fluid: where its particles lie, how neighbours are found, and what moves them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cells/cell_index.h"
#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "dpd/steps/density.h"
#include "dpd/steps/neighbourhood.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/places_of_ids.h"
#include "dpd/steps/step_settings.h"
#include "sort/bucket_sort.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// A body that changes the particles of a step, each by itself.
class ParticleChange {
 public:
  ParticleChange() = default;
  ParticleChange(const ParticleChange&) = delete;
  ParticleChange& operator=(const ParticleChange&) = delete;
  virtual ~ParticleChange() = default;

  /// The pass, for its uniforms.
  virtual texel::Pass& pass() = 0;
  /// Changes all present particles.
  virtual void run() = 0;
};

/// Owns the particles of a fluid and moves them. There is one for each way to keep them: PaperStep,
/// OrderedStep, VerletStep. A step takes the memory that it needs when it is made; textures and
/// cells of a step that does not need them itself are made when they are first asked for, and
/// calls that do so throw RunError without memory.
class Step : public Neighbourhood {
 public:
  Step(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles)
      : Neighbourhood(grid), device_(&device), particles_(particles) {}

  std::vector<texel::Input> neighbours() final;

  /// Takes over what may change while a fluid runs (scenario::requireChangeable), but for the
  /// obstacle.
  void setFluid(const Fluid& fluid);

  /// Finds what the force law needs of all present particles before the first one's forces are
  /// summed (dpd/steps/density.h), for up to `particles` further ones. Returns for how many: 0 once
  /// it is there for all of them.
  std::int64_t prepare(std::int64_t particles);

  /// Where each id lies among the present particles, for bodies that include
  /// shaders/dpd/place_of_ids.glsl. The map is made again after the particles have been put into
  /// another order; the first call takes its memory.
  texel::Input places();

  /// Takes particles, as many as the step is made for, in any order.
  virtual void take(const ParticleState& state) = 0;
  /// The present particles in the order of textures(). Waits for the GPU.
  virtual ParticleState download() = 0;

  /// Begins step number `step`, at the end of which the obstacle is at `obstacle`: sorts or
  /// reorders the particles where that is due.
  virtual void begin(std::int64_t step, const Obstacle& obstacle) = 0;
  /// Forces on and move of the particles of `range`, to be called for each of them once; the
  /// present ones stay until finish(). `step` keys the noise; a particle that fails notes
  /// `blockStep`.
  virtual void run(std::int64_t step, int blockStep, const texel::Range& range) = 0;
  /// From now on the particles that run() has made are the present ones.
  virtual void finish() = 0;

  /// Compiles the body `info`, which assigns some of o_position, o_velocity and o_predicted, its
  /// outputs. No particle may leave its place in the box. The change refers to this step.
  virtual std::unique_ptr<ParticleChange> makeChange(const texel::MapPassInfo& info) = 0;

  /// The present particles in textures, in an order that follows from them alone.
  virtual const ParticleArrays& textures() = 0;
  /// The cells of textures(), sorted.
  virtual const cells::CellIndex& cells() = 0;
  /// Takes up the lists of a checkpoint (Simulation::restoreLists).
  virtual void restoreLists(const cells::ListState& lists) = 0;

  /// Simulation::previousMapping().
  virtual const texel::IdArray* previousMapping() = 0;
  /// Whether steps that do not sort note the cells that particles leave.
  virtual void noteCells(bool) {}
  /// Simulation::sortStatistics().
  virtual const sort::Statistics* sortStatistics() const { return nullptr; }

 protected:
  /// Makes the density of the fluid, if its force law needs one and there is none of this law yet.
  void setDensity(const Fluid& fluid);
  /// The present particles are others than before, or lie in another order.
  void particlesMoved();
  /// neighbours() without the density, which the pass that finds it must not read.
  virtual std::vector<texel::Input> plainNeighbours() = 0;
  /// setFluid() for the pass that sums forces.
  virtual void setForces(const Fluid& fluid) = 0;

  const texel::Device* device_;
  std::int64_t particles_;

 private:
  std::optional<Density> density_;     ///< null for a law that needs none
  std::optional<PlacesOfIds> places_;  ///< null until somebody asks for them
};

/// The step of a fluid: an OrderedStep or VerletStep where hasBufferStep() says so
/// (dpd/steps/buffer_step.h), otherwise a PaperStep. Throws RunError where whyNoBufferStep() says
/// why, and without GPU memory, and what sort::makeSort throws.
std::unique_ptr<Step> makeStep(const texel::Device& device, const Fluid& fluid,
                               const StepSettings& settings, const cells::CellGrid& grid,
                               std::int64_t particles);

}  // namespace gpubuck::dpd
