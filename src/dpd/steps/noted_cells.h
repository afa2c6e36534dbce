// The cells that particles were in before a step that puts them into another order in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/steps/passes.h"
#include "texel/array.h"
#include "texel/buffer_pass.h"
#include "texel/map_pass.h"
#include "texel/uint_buffer.h"

namespace gpubuck::dpd {

/// Notes cells by the ids of the particles. A BufferStep, unlike the lists of a CellIndex, does not
/// keep the previous cells of its particles.
class NotedCells {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  NotedCells(const texel::Device& device, const Neighbourhood& neighbourhood,
             std::int64_t particles);

  /// Notes the cells of `particles` (Neighbourhood::particles), which are about to make a step.
  void note(const std::vector<texel::Input>& particles);
  /// Marks the end of a step. Discards the cells noted before an earlier step.
  void endStep();

  /// Returns the cell of each particle before its last step, in the order of `particles`, or null
  /// if it was not noted. The next call overwrites it.
  const texel::IdArray* before(const ParticleArrays& particles);

 private:
  std::array<texel::UIntBuffer, 2> cellOfId_;  ///< alternate
  std::size_t next_ = 0;                    ///< index of the one for the cells before the next step
  bool hasNext_ = false, hasLast_ = false;  ///< whether cells were noted
  texel::BufferPass note_;
  texel::MapPass arrange_;
  texel::IdArray mapping_;
};

}  // namespace gpubuck::dpd
