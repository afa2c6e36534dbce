// A time step of a fluid. It determines where particles lie, how their neighbours are found, and
// how they move.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cells/cell_index.h"
#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "dpd/steps/molecule_forces.h"
#include "dpd/steps/neighbourhood.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/places_of_ids.h"
#include "dpd/steps/step_settings.h"
#include "sort/bucket_sort.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// A compiled body that changes each particle of a step independently of the others.
class ParticleChange {
 public:
  ParticleChange() = default;
  ParticleChange(const ParticleChange&) = delete;
  ParticleChange& operator=(const ParticleChange&) = delete;
  virtual ~ParticleChange() = default;

  /// Returns the pass, so that its uniforms can be set.
  virtual texel::Pass& pass() = 0;
  /// Changes all present particles.
  virtual void run() = 0;
};

/// Owns the particles of a fluid and moves them. The implementations PaperStep, OrderedStep and
/// VerletStep store particles in different ways. The constructor allocates the memory that a step
/// needs. Textures and cells that the step itself does not need are made on first use, by calls
/// that throw RunError if memory is short.
class Step : public Neighbourhood {
 public:
  Step(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles)
      : Neighbourhood(grid), device_(&device), particles_(particles) {}

  std::vector<texel::Input> neighbours() final;

  /// Sets the values of the fluid that may change while it runs (scenario::requireChangeable),
  /// except the solids, which begin() sets.
  void setFluid(const Fluid& fluid);

  /// Takes bonds and angles, which must belong to the particles of this step (requireMolecules).
  /// Throws the errors of MoleculeForces.
  void setMolecules(const Fluid& fluid, const Molecules& molecules);
  /// Makes the virials of bonds and angles count only inside a slab, or everywhere if `slab` is
  /// empty. prepare() then computes them again.
  void setSlab(const std::optional<Slab>& slab);
  /// Returns the forces of bonds and angles, which are complete once prepare() returns 0, or null
  /// for a fluid without molecules.
  const MoleculeForces* moleculeForces() const { return molecules_ ? &*molecules_ : nullptr; }

  /// Returns the densities at particles, which are complete once prepare() returns 0, or null for a
  /// law without density.
  const texel::Vec4Array* density() const { return density_ ? &density_->array() : nullptr; }

  /// Does a part of the work that must be done before pair forces can be summed. Works on up to
  /// `particles` further particles: first finds their densities, if the force law needs densities;
  /// once all densities are known, finds the forces of bonds and angles. Returns the number of
  /// particles in this part, which is 0 once all work is done.
  std::int64_t prepare(std::int64_t particles);

  /// Returns the place of each id among the present particles. The map is made again after the
  /// particles have been reordered; the first call allocates its memory.
  const texel::IdArray& placeOfId();
  /// Returns placeOfId() as an input of bodies that include shaders/dpd/place_of_ids.glsl.
  texel::Input places() { return {"u_placeOfId", placeOfId()}; }

  /// Takes particles in any order; the constructor has fixed their number.
  virtual void take(const ParticleState& state) = 0;
  /// Returns the present particles in the order of textures(). Waits for the GPU.
  virtual ParticleState download() = 0;

  /// Begins step number `step`. Sorts or reorders the particles if this is due. `solids` are the
  /// solids at the end of the step.
  virtual void begin(std::int64_t step, const std::vector<Solid>& solids) = 0;
  /// Sums the forces on the particles of `range` and moves them by the step that begins at `clock`.
  /// Each particle must be in the range of exactly one call. The present particles do not change
  /// until finish(). A particle that fails is marked with `blockStep`.
  virtual void run(const Clock& clock, int blockStep, const texel::Range& range) = 0;
  /// Ends the step: the particles that run() has written become the present particles.
  virtual void finish() = 0;

  /// Compiles the body `info`. Its outputs are one or more of o_position, o_velocity and
  /// o_predicted, and the body must assign each of them. The body must not move particles. The
  /// change keeps a reference to this step.
  virtual std::unique_ptr<ParticleChange> makeChange(const texel::MapPassInfo& info) = 0;

  /// Returns the present particles in textures. Their order depends only on the particles.
  virtual const ParticleArrays& textures() = 0;
  /// Returns the cells of textures(), sorted.
  virtual const cells::CellIndex& cells() = 0;
  /// Restores the lists of a checkpoint (Simulation::restoreLists).
  virtual void restoreLists(const cells::ListState& lists) = 0;

  /// Implements Simulation::previousMapping().
  virtual const texel::IdArray* previousMapping() = 0;
  /// Implements Simulation::noteCells().
  virtual void noteCells(bool) {}
  /// Implements Simulation::sortStatistics().
  virtual const sort::Statistics* sortStatistics() const { return nullptr; }

 protected:
  /// If the force law needs a density, makes the density pass of the fluid, or passes the fluid to
  /// this pass if it exists already.
  void setDensity(const Fluid& fluid);
  /// Discards all data that were computed from the particles. Call this function after particles
  /// have changed or been reordered.
  void particlesMoved();
  /// Returns neighbours() without the density and without the forces of molecules. The passes that
  /// find the density or these forces must not read them.
  virtual std::vector<texel::Input> plainNeighbours() = 0;
  /// Implements setFluid() for the pass that sums forces.
  virtual void setForces(const Fluid& fluid) = 0;

  const texel::Device* device_;
  std::int64_t particles_;

 private:
  std::optional<Density> density_;           ///< null for a law without density
  std::optional<MoleculeForces> molecules_;  ///< null for a fluid without molecules
  std::optional<PlacesOfIds> places_;        ///< null until first used
};

/// Returns the text of an error if these settings combine a walk along lists with a sort that makes
/// ranges, otherwise an empty string.
std::string whyNoLists(const StepSettings& settings);

/// Makes the step of a fluid: an OrderedStep or VerletStep if hasBufferStep()
/// (dpd/steps/buffer_step.h), otherwise a PaperStep. Throws InputError if the settings ask for
/// lists with a sort that makes ranges. With the method Year2007, also throws InputError on the
/// fast engine, and for a setting that differs from this method. Throws RunError if
/// whyNoBufferStep() gives a reason, and if there is too little GPU memory. Also throws the errors
/// of sort::makeSort.
std::unique_ptr<Step> makeStep(const texel::Device& device, const Fluid& fluid,
                               const StepSettings& settings, const cells::CellGrid& grid,
                               std::int64_t particles);

}  // namespace gpubuck::dpd
