// Keeps particles that are close in space close in memory.
#pragma once

#include "dpd/passes.h"
#include "search/list_lengths.h"
#include "sort/sort.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Puts the particles into the order of their cells, and within a cell into the order of its list.
/// Neighbours are then read from nearby texels, which is worth several times the speed on a GPU
/// with caches; as particles diffuse, the order decays and wants renewal. A particle's id goes with
/// it.
class Reorder {
 public:
  Reorder(const texel::Device& device, std::int64_t cells);

  /// `lists` are those of `from`; afterwards they belong to no arrays and the particles want a full
  /// sort.
  void run(const ParticleArrays& from, const sort::BucketLists& lists, ParticleArrays& to);

 private:
  search::ListLengths listLengths_;
  texel::MapPass scanStep_;
  texel::MapPass reorder_;
  texel::Array end_;
  texel::Array spareEnd_;
};

}  // namespace gpubuck::dpd
