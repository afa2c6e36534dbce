#include "search/cell_order.h"

namespace gpubuck::search {

CellOrder::FromLists::FromLists(const texel::Device& device, const CellIndex& cells)
    : listLengths(device, cells.makes()),
      prefixSum(device, cells.grid().count()),
      cellOrder(device, {.name = "search/cell_order", .outputs = {{"o_order", texel::Format::Id}}}),
      lengths(device, "list lengths", cells.grid().count()),
      ends(device, "cell ends", cells.grid().count()),
      order(device, "cell order", cells.mapping().count()) {}

CellOrder::CellOrder(const texel::Device& device, const CellIndex& cells) {
  if (cells.makes() == sort::Makes::Lists) fromLists_.emplace(device, cells);
}

const texel::IdArray& CellOrder::of(const CellIndex& cells) {
  if (!fromLists_) return cells.algorithm().ranges()->order;
  FromLists& passes = *fromLists_;
  passes.listLengths.run(cells, passes.lengths);
  passes.prefixSum.run(passes.lengths, passes.ends);
  const int cellCount = static_cast<int>(cells.grid().count());
  passes.cellOrder.run(passes.order.count(),
                       cells.inputs({{"u_end", passes.ends}, {"u_cells", cellCount}}),
                       {{"o_order", passes.order}});
  return passes.order;
}

}  // namespace gpubuck::search
