// Keeps particles that are close in space close in memory.
#pragma once

#include "dpd/passes.h"
#include "search/cell_order.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Puts the particles into the order of their cells, and within a cell into the order of its list
/// or range. Neighbours are then read from nearby texels, which is worth several times the speed on
/// a GPU with caches; as particles diffuse, the order decays and wants renewal. A particle's id
/// goes with it.
class Reorder {
 public:
  /// For indices that make what `cells` makes.
  Reorder(const texel::Device& device, const search::CellIndex& cells);

  /// `cells` are those of `from`; afterwards they belong to no arrays and the particles want a full
  /// sort.
  void run(const ParticleArrays& from, const search::CellIndex& cells, ParticleArrays& to);

 private:
  search::CellOrder order_;
  texel::MapPass reorder_;
};

}  // namespace gpubuck::dpd
