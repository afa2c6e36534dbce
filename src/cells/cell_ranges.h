// The number of elements in each cell, and the elements as ranges, in the order of their cells.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cells/cell_index.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"

namespace gpubuck::cells {

/// Writes the number of elements of every cell into a texture: shaders/cells/list_lengths.glsl.
class ListLengths {
 public:
  /// Serves indices with results of this kind.
  ListLengths(const texel::Device& device, sort::ResultKind kind);

  /// `lengths` has one texel per cell; x is the number, the others are 0.
  void run(const CellIndex& cells, texel::UInt4Array& lengths);

  /// Returns the number of cells with each number of elements from 0 to the largest, from the
  /// `lengths` written by run(). The result is empty without cells. Waits for the GPU.
  static std::vector<std::int64_t> histogram(const texel::UInt4Array& lengths);

 private:
  texel::MapPass pass_;
};

/// The elements of an index as ranges (sort::BucketRanges), for sorts that make ranges or lists.
/// Lists are converted by the prefix sum of their lengths, and keep their order within a cell:
/// shaders/cells/range_starts.glsl, range_order.glsl.
class CellRanges {
 public:
  /// Serves indices of the kind of `cells`, with the same numbers of elements and cells.
  CellRanges(const texel::Device& device, const CellIndex& cells);

  void find(const CellIndex& cells);

  // The results of the last find() or sort.
  const texel::IdArray& start(const CellIndex& cells) const;
  const texel::IdArray& order(const CellIndex& cells) const;

 private:
  struct FromLists {
    FromLists(const texel::Device& device, const CellIndex& cells);

    ListLengths listLengths;
    texel::PrefixSum prefixSum;
    texel::MapPass rangeStarts;
    texel::MapPass rangeOrder;
    texel::UInt4Array lengths;
    texel::UInt4Array ends;
    texel::IdArray start;
    texel::IdArray order;
  };
  std::optional<FromLists> fromLists_;
};

}  // namespace gpubuck::cells
