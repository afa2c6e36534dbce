// Measures the observables of a fluid on the GPU; only sums and profiles come back.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cells/cell_index.h"
#include "dpd/fluid.h"
#include "dpd/observables.h"
#include "dpd/passes.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

class Observer {
 public:
  /// For the particles of `fluid` in `cells`, `counts[k]` of them of species k. Compositions are
  /// counted in cells of edge 1: in those, or in the observer's own where neighbours are searched
  /// in others. Throws InputError for more of them than ids.
  Observer(const texel::Device& device, const Fluid& fluid, const cells::CellIndex& cells,
           std::vector<std::int64_t> counts);

  /// From now on the particles lie in `cells`, of the same grid.
  void setCells(const cells::CellIndex& cells);

  /// How many particles of each species there are now; in all as many as before.
  void setCounts(std::vector<std::int64_t> counts) { counts_ = std::move(counts); }

  /// Takes over what may change while a fluid runs (scenario::requireChangeable).
  void setFluid(const Fluid& fluid);

  /// Finds what the particles of `range` add at `step`, with the inputs of their NeighbourCopies.
  void gather(std::int64_t step, const texel::Range& range, const ParticleArrays& particles,
              const std::vector<texel::Input>& neighbours);
  /// The observables at `step` and `time`, when all particles have been gathered, which lie in
  /// `cells`.
  Observables sum(std::int64_t step, double time, const ParticleArrays& particles,
                  const cells::CellIndex& cells);

 private:
  /// Passes over cells for what two species do; absent for one species.
  struct CompositionPasses {
    CompositionPasses(const texel::Device& device, const cells::CellIndex& searched,
                      std::int64_t particles);
    static texel::MapPass makeCellComposition(const texel::Device& device,
                                              const cells::CellIndex& cells);

    cells::CellGrid grid;
    std::optional<cells::CellIndex> ownCells;  ///< where the search has others
    texel::MapPass cellComposition;
    texel::MapPass correlation;
    texel::MapPass layerProfile;
    texel::Vec4Array composition;
    texel::Vec4Array product;
    texel::Vec4Array layers;
    texel::Sum sum;
  };

  void measureMotion(const ParticleArrays& particles, Observables& result);
  double degreesOfFreedom() const;
  std::optional<double> mixingWidth();
  std::optional<double> domainSize();

  const texel::Device* device_;
  Fluid fluid_;
  std::vector<std::int64_t> counts_;
  std::int64_t particles_;
  Measure measure_;
  texel::Vec4Array motion_;
  texel::Vec4Array pairs_;
  texel::Vec4Array stress_;
  texel::Sum sum_;
  std::optional<CompositionPasses> composition_;
};

}  // namespace gpubuck::dpd
