// How two species are distributed over cells of edge 1, and the observables that follow from it.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>

#include "dpd/steps/particle_buffers.h"
#include "dpd/steps/step.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Counts the particles of each of two species in cells of edge 1 and measures the counts. On the
/// paper engine it walks the cells of the search, or its own where those are others; on the fast
/// engine it counts particles where they lie, by atomics.
class Composition {
 public:
  /// For the particles of `step`. Throws InputError for more cells than ids.
  Composition(const texel::Device& device, const Neighbourhood& step, std::int64_t particles);

  /// From now on they are those of another step.
  void setStep(const Neighbourhood& step);

  /// Counts the present particles.
  void find(Step& step);

  /// Observables::mixingWidth and domainSize of the counts. Wait for the GPU.
  std::optional<double> mixingWidth(const glm::dvec3& gravity);
  std::optional<double> domainSize();

 private:
  struct Walk {
    Walk(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step,
         std::int64_t particles);
    void run(const texel::Device& device, Step& step, texel::Vec4Array& to);

    std::optional<cells::CellIndex> ownCells;  ///< where the search has others
    std::optional<texel::MapPass> pass;        ///< made for the first cells that are walked
  };

  struct Count {
    Count(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step);
    void run(Step& step, std::int64_t particles, texel::Vec4Array& to);

    texel::BufferPass count;
    texel::MapPass collect;
    texel::UIntBuffer counts;  ///< two per cell
  };

  const texel::Device* device_;
  std::int64_t particles_;
  cells::CellGrid grid_;
  std::optional<Walk> walk_;    ///< on the paper engine
  std::optional<Count> count_;  ///< on the fast engine
  texel::MapPass correlation_;
  texel::MapPass layerProfile_;
  texel::Vec4Array composition_;
  texel::Vec4Array product_;
  texel::Vec4Array layers_;
  texel::Sum sum_;
};

}  // namespace gpubuck::dpd
