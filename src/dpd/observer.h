// Measures the observables of a fluid on the GPU, which returns only sums and profiles.
#pragma once

#include <optional>
#include <vector>

#include "dpd/composition.h"
#include "dpd/measure.h"
#include "dpd/model/fluid.h"
#include "dpd/molecule_sizes.h"
#include "dpd/observables.h"
#include "dpd/steps/step.h"

namespace gpubuck::dpd {

/// Returns the number of particles of each species.
std::vector<std::int64_t> countSpecies(const Fluid& fluid, const ParticleState& state);

/// Returns the observables that follow from the sums over the particles of a fluid, or nothing if a
/// particle has failed or has too many neighbours (throwTooManyNeighbours). `totals` has the sums
/// of Measure, "density" for a law that needs it, and "bond energy" and "angle energy" for a fluid
/// with molecules. `counts[k]` is the number of particles of species k, `volume` the volume of the
/// room.
std::optional<Observables> observablesOf(const Fluid& fluid, double volume,
                                         const std::vector<std::int64_t>& counts,
                                         const Clock& clock, const Totals& totals);

class Observer {
 public:
  /// Observes the particles of `step` and their molecules. `counts[k]` is the number of particles
  /// of species k. Throws the errors of Composition.
  Observer(const texel::Device& device, const Fluid& fluid, const Neighbourhood& step,
           std::vector<std::int64_t> counts, const Molecules& molecules);

  /// Makes later observations use the particles of another step with the same cells.
  void setStep(const Neighbourhood& step);

  /// Returns the number of present particles of each species. If speciesChanged() has been called
  /// before, waits for the GPU.
  const std::vector<std::int64_t>& counts(Step& step);
  /// Makes counts() count again. Call this function when particles may have changed their species.
  void speciesChanged() { counts_.clear(); }

  /// Takes from `fluid` the values that may change during a run (scenario::requireChangeable).
  void setFluid(const Fluid& fluid);
  /// Returns the fluid that is observed. While a step is under way, it is the fluid with which the
  /// step began.
  const Fluid& fluid() const { return fluid_; }

  /// Computes the contributions of the particles of `range` to the observables at the step of
  /// `clock`.
  void gather(const Clock& clock, const texel::Range& range, Neighbourhood& step);
  /// Returns the observables at `clock` once all particles have been gathered, or nothing if a
  /// particle has failed or has too many neighbours (throwTooManyNeighbours).
  std::optional<Observables> sum(const Clock& clock, Step& step);

 private:
  Fluid fluid_;
  double volume_;                     ///< volume of the room
  std::vector<std::int64_t> counts_;  ///< particles of each species; empty if not counted yet
  std::int64_t particles_;
  Measure measure_;
  texel::Sum sum_;
  std::optional<Composition> composition_;      ///< set for fluids of two species
  std::optional<MoleculeSizes> moleculeSizes_;  ///< set for fluids with bonds
};

}  // namespace gpubuck::dpd
