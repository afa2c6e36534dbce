// The elements in the order of their cells.
#pragma once

#include <cstdint>
#include <optional>

#include "search/cell_index.h"
#include "search/list_lengths.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"

namespace gpubuck::search {

/// Of an index that holds ranges this is their order. Of lists it is found by the prefix sum of
/// their lengths: shaders/search/cell_order.glsl, within a cell in the order of its list.
class CellOrder {
 public:
  /// For indices that make what `cells` makes, of as many elements and cells.
  CellOrder(const texel::Device& device, const CellIndex& cells);

  /// N texels; overwritten by the next call or sort.
  const texel::IdArray& of(const CellIndex& cells);

 private:
  struct FromLists {
    FromLists(const texel::Device& device, const CellIndex& cells);

    ListLengths listLengths;
    texel::PrefixSum prefixSum;
    texel::MapPass cellOrder;
    texel::UInt4Array lengths;
    texel::UInt4Array ends;
    texel::IdArray order;
  };
  std::optional<FromLists> fromLists_;
};

}  // namespace gpubuck::search
