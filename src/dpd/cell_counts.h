// The numbers of particles of a species, and of all others, in the cells of a grid.
#pragma once

#include <cstdint>
#include <optional>

#include "dpd/steps/particle_buffers.h"
#include "dpd/steps/step.h"

namespace gpubuck::dpd {

/// On the paper engine it walks the cells of the search, or cells of its own if those of the search
/// are others; on the fast engine it counts particles in place, by atomics.
class CellCounts {
 public:
  /// Counts the particles of `step` in the cells of `grid`, whose box is the step's.
  CellCounts(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step,
             std::int64_t particles);

  /// Counts the particles of `step` from now on.
  void setStep(const Neighbourhood& step);

  /// Counts the present particles. Writes for each cell, x: the number of particles of the species,
  /// y: the number of all others, z: x - y.
  void find(Step& step, int species, texel::Vec4Array& to);

 private:
  struct Walk {
    Walk(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step,
         std::int64_t particles);
    void run(const texel::Device& device, Step& step, int species, texel::Vec4Array& to);

    std::optional<cells::CellIndex> ownCells;  ///< empty if the search has the same cells
    std::optional<texel::MapPass> pass;        ///< compiled when cells are first walked
  };

  struct Count {
    Count(const texel::Device& device, const cells::CellGrid& grid, const Neighbourhood& step);
    void run(Step& step, int species, std::int64_t particles, texel::Vec4Array& to);

    texel::BufferPass count;
    texel::MapPass collect;
    texel::UIntBuffer counts;  ///< two per cell
  };

  const texel::Device* device_;
  std::int64_t particles_;
  cells::CellGrid grid_;
  std::optional<Walk> walk_;    ///< on the paper engine
  std::optional<Count> count_;  ///< on the fast engine
};

}  // namespace gpubuck::dpd
