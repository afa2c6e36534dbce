// Measures the observables of a fluid on the GPU; only sums and profiles come back.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "dpd/fluid.h"
#include "dpd/observables.h"
#include "dpd/passes.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

class Observer {
 public:
  /// For the particles of `fluid` in `grid`, `counts[k]` of them of species k. Compositions are
  /// counted in cells of edge 1: in those of `grid`, or in the observer's own where neighbours are
  /// searched in others. Throws InputError for more of them than ids.
  Observer(const texel::Device& device, const Fluid& fluid, const search::CellGrid& grid,
           std::vector<std::int64_t> counts);

  /// Takes over what may change while a fluid runs (requireChangeable).
  void setFluid(const Fluid& fluid);

  /// The observables at `step` and `time`, from particles and the lists sorted by their present
  /// cells.
  Observables measure(std::int64_t step, double time, const ParticleArrays& particles,
                      const sort::BucketLists& lists);

 private:
  /// The particles in lists by other cells than those of the search.
  struct OwnLists {
    OwnLists(const texel::Device& device, const search::CellGrid& grid, std::int64_t particles);
    const sort::BucketLists& of(const texel::Array& position);

    search::AssignCells assignCells;
    texel::Array mapping;
    std::unique_ptr<sort::Sort> sort;
  };

  /// Passes over cells for what two species do; absent for one species.
  struct CompositionPasses {
    CompositionPasses(const texel::Device& device, const search::CellGrid& searchGrid,
                      std::int64_t particles);

    search::CellGrid grid;
    std::optional<OwnLists> ownLists;
    texel::MapPass cellComposition;
    texel::MapPass correlation;
    texel::MapPass layerProfile;
    texel::Array composition;
    texel::Array product;
    texel::Array layers;
    texel::Sum sum;
  };

  void measureMotion(const ParticleArrays& particles, Observables& result);
  double degreesOfFreedom() const;
  std::optional<double> mixingWidth();
  std::optional<double> domainSize();

  Fluid fluid_;
  std::vector<std::int64_t> counts_;
  std::int64_t particles_;
  Measure measure_;
  texel::Array motion_;
  texel::Array pairs_;
  texel::Array stress_;
  texel::Sum sum_;
  std::optional<CompositionPasses> composition_;
};

}  // namespace gpubuck::dpd
