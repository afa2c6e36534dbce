// Copies of the particle data that forces read, in the order of cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cells/cell_index.h"
#include "cells/cell_ranges.h"
#include "cells/coarse_position.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/step_settings.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Returns Neighbourhood::neighboursPrologue() for particles in textures: a walk over
/// NeighbourCopies, or over the lists of a cells::CellIndex.
std::string neighbourTexturesPrologue(const texel::Device& device, const Fluid& fluid,
                                      const cells::CellGrid& grid, Traversal traversal);

/// Copies of the particles in the order of their cells, within a cell in the order of its list or
/// range: shaders/dpd/neighbour_copies.glsl. Walking a row of cells then reads texels side by side,
/// whatever the order of the particles themselves.
class NeighbourCopies {
 public:
  /// Serves indices of the kind of `cells`, with the same numbers of elements and cells.
  NeighbourCopies(const texel::Device& device, const Fluid& fluid, const cells::CellIndex& cells);

  /// `cells` belong to `particles`.
  void make(const ParticleArrays& particles, const cells::CellIndex& cells);

  /// Returns the particle at each place; overwritten by the next call or sort.
  const texel::IdArray& findOrder(const cells::CellIndex& cells);

  /// Returns the inputs of shaders/dpd/neighbour_textures.glsl.
  std::vector<texel::Input> inputs(const cells::CellIndex& cells) const;

 private:
  cells::CellRanges ranges_;
  texel::MapPass pass_;
  texel::Vec4Array position_;
  texel::Vec4Array predicted_;
  std::optional<texel::Vec4Array> velocity_;  ///< for noises that keep a state
  std::optional<cells::CoarsePositions>
      coarse_;  ///< null unless near ones are noted before they are visited
};

}  // namespace gpubuck::dpd
