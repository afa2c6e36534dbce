// How many elements each cell holds.
#pragma once

#include <cstdint>
#include <vector>

#include "search/cell_index.h"
#include "texel/map_pass.h"

namespace gpubuck::search {

/// Writes the number of elements of every cell into a texture: shaders/search/list_lengths.glsl.
class ListLengths {
 public:
  /// For indices that make lists or ranges.
  ListLengths(const texel::Device& device, sort::Makes makes);

  /// `lengths` has one texel per cell; x is the number, the others are 0.
  void run(const CellIndex& cells, texel::UInt4Array& lengths);

  /// How many cells there are with each number of elements from 0 to the largest, from `lengths` as
  /// run() writes them. Empty for no cells. Waits for the GPU.
  static std::vector<std::int64_t> histogram(const texel::UInt4Array& lengths);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::search
