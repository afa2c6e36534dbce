#include "search/cell_order.h"

namespace gpubuck::search {

CellOrder::FromLists::FromLists(const texel::Device& device, const CellIndex& cells)
    : listLengths(device, cells.makes()),
      prefixSum(device, cells.grid().count()),
      cellOrder(device, {.name = "search/cell_order",
                         .inputs = {"u_head", "u_next", "u_end"},
                         .outputs = {{"o_order", texel::Format::Id}}}),
      lengths(device, "list lengths", texel::Format::UInt4, cells.grid().count()),
      ends(device, "cell ends", texel::Format::UInt4, cells.grid().count()),
      order(device, "cell order", texel::Format::Id, cells.mapping().count()) {}

CellOrder::CellOrder(const texel::Device& device, const CellIndex& cells) {
  if (cells.makes() == sort::Makes::Lists) fromLists_.emplace(device, cells);
}

const texel::Array& CellOrder::of(const CellIndex& cells) {
  if (!fromLists_) return cells.algorithm().ranges()->order;
  FromLists& passes = *fromLists_;
  passes.listLengths.run(cells, passes.lengths);
  passes.prefixSum.run(passes.lengths, passes.ends);
  passes.cellOrder.set("u_cells", static_cast<int>(cells.grid().count()));
  const auto [head, next] = cells.arrays();
  passes.cellOrder.run(passes.order.count(), {head, next, &passes.ends}, {&passes.order});
  return passes.order;
}

}  // namespace gpubuck::search
