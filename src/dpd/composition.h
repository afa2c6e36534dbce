// The distribution of two species over cells of edge 1 or a little more, and the observables that
// follow from it.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>

#include "dpd/steps/passes.h"
#include "dpd/steps/step.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Counts particles in cells. The paper engine walks the cells of the search if these are the cells
/// in which particles are counted, otherwise cells made for this purpose. The fast engine does not
/// walk cells: each particle adds 1 to the counter of its cell, by an atomic operation.
class CellCounts {
 public:
  /// Counts the particles of `step` in the cells of `grid`, which must have the box of the step.
  CellCounts(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step,
             std::int64_t particles);

  /// Makes later calls of find() count the particles of `step`.
  void setStep(const Neighbourhood& step);

  /// Counts the present particles. Writes three numbers for each cell: in x the particles of
  /// `species`, in y the particles of all other species, in z the difference x - y.
  void find(Step& step, int species, texel::Vec4Array& to);

 private:
  struct Walk {
    Walk(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step,
         std::int64_t particles);
    void run(const texel::Device& device, Step& step, int species, texel::Vec4Array& to);

    std::optional<cells::CellIndex> ownCells;  ///< empty if the cells of the search are used
    std::optional<texel::MapPass> pass;        ///< compiled by the first run()
  };

  struct Count {
    Count(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step);
    void run(Step& step, int species, std::int64_t particles, texel::Vec4Array& to);

    texel::BufferPass count;
    texel::MapPass collect;
    texel::UIntBuffer counts;  ///< two counters per cell
  };

  const texel::Device* device_;
  std::int64_t particles_;
  cells::CellGrid grid_;
  std::optional<Walk> walk_;    ///< set on the paper engine
  std::optional<Count> count_;  ///< set on the fast engine
};

/// Counts the particles of two species in cells of edge 1 or a little more, and computes
/// observables from the counts.
class Composition {
 public:
  /// Measures the particles of `step`. Throws InputError for more than kMaxCount cells.
  Composition(const texel::Device& device, const Neighbourhood& step, std::int64_t particles);

  /// Makes later measurements use the particles of `step`.
  void setStep(const Neighbourhood& step) { counts_.setStep(step); }

  /// Counts the present particles.
  void find(Step& step) { counts_.find(step, 0, composition_); }

  /// Return Observables::mixingWidth and Observables::domainSize, computed from the counts. Wait
  /// for the GPU.
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
