// Measures the observables of a fluid on the GPU; only sums and profiles come back.
#pragma once

#include <optional>
#include <vector>

#include "dpd/fluid.h"
#include "dpd/observables.h"
#include "dpd/passes.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

class Observer {
 public:
  /// For the particles of `fluid` in `grid`, `counts[k]` of them of species k.
  Observer(const texel::Device& device, const Fluid& fluid, const search::CellGrid& grid,
           std::vector<std::int64_t> counts);

  /// Takes over gravity, pair coefficients and time step.
  void setFluid(const Fluid& fluid);

  /// The observables at `step` and `time`, from particles and the lists sorted by their present
  /// cells.
  Observables measure(std::int64_t step, double time, const ParticleArrays& particles,
                      const sort::BucketLists& lists);

 private:
  /// Passes over cells for what two species do; absent for one species.
  struct CompositionPasses {
    CompositionPasses(const texel::Device& device, const search::CellGrid& grid);

    texel::MapPass cellComposition;
    texel::MapPass correlation;
    texel::MapPass layerProfile;
    texel::Array composition;
    texel::Array product;
    texel::Array layers;
    texel::Sum sum;
  };

  void measureMotion(const ParticleArrays& particles, Observables& result);
  std::optional<double> mixingWidth();
  std::optional<double> domainSize();

  Fluid fluid_;
  search::CellGrid grid_;
  std::vector<std::int64_t> counts_;
  std::int64_t particles_;
  Measure measure_;
  texel::Array motion_;
  texel::Array pairs_;
  texel::Sum sum_;
  std::optional<CompositionPasses> composition_;
};

}  // namespace gpubuck::dpd
