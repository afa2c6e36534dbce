// The distribution of two species over cells of edge 1, and the observables that follow from it.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>

#include "dpd/cell_counts.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Counts the particles of each of two species in cells of edge 1 and measures the counts.
class Composition {
 public:
  /// Measures the particles of `step`. Throws InputError for more cells than ids.
  Composition(const texel::Device& device, const Neighbourhood& step, std::int64_t particles);

  /// Measures the particles of `step` from now on.
  void setStep(const Neighbourhood& step) { counts_.setStep(step); }

  /// Counts the present particles.
  void find(Step& step) { counts_.find(step, 0, composition_); }

  /// Return Observables::mixingWidth and domainSize of the counts. Wait for the GPU.
  std::optional<double> mixingWidth(const glm::dvec3& gravity);
  std::optional<double> domainSize();

 private:
  cells::CellGrid grid_;
  CellCounts counts_;
  texel::MapPass correlation_;
  texel::MapPass layerProfile_;
  texel::Vec4Array composition_;
  texel::Vec4Array product_;
  texel::Vec4Array layers_;
  texel::Sum sum_;
};

}  // namespace gpubuck::dpd
