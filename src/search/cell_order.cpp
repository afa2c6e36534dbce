#include "search/cell_order.h"

namespace gpubuck::search {

ListLengths::ListLengths(const texel::Device& device, sort::Makes makes)
    : pass_(device, {.name = "search/list_lengths",
                     .outputs = {{"o_length", texel::Format::UInt4}},
                     .prologue = walkPrologue(makes)}) {}

void ListLengths::run(const CellIndex& cells, texel::UInt4Array& lengths) {
  pass_.run(cells.grid().count(), cells.inputs(), {{"o_length", lengths}});
}

std::vector<std::int64_t> ListLengths::histogram(const texel::UInt4Array& lengths) {
  std::vector<std::int64_t> counts;
  for (const glm::uvec4& texel : lengths.download()) {
    const std::size_t length = texel.x;
    if (length >= counts.size()) counts.resize(length + 1, 0);
    ++counts[length];
  }
  return counts;
}

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

CellRanges::CellRanges(const texel::Device& device, const CellIndex& cells) {
  if (cells.makes() == sort::Makes::Ranges) return;
  fromLists_.emplace(FromLists{
      .cellOrder = {device, cells},
      .cellStart = {device,
                    {.name = "search/cell_start", .outputs = {{"o_start", texel::Format::Id}}}},
      .start = {device, "cell starts", cells.grid().count() + 1}});
}

void CellRanges::find(const CellIndex& cells) {
  if (!fromLists_) return;
  FromLists& lists = *fromLists_;
  lists.cellOrder.of(cells);
  lists.cellStart.run(lists.start.count(), {{"u_end", *lists.cellOrder.ends()}},
                      {{"o_start", lists.start}});
}

const texel::IdArray& CellRanges::start(const CellIndex& cells) const {
  return fromLists_ ? fromLists_->start : cells.algorithm().ranges()->start;
}

const texel::IdArray& CellRanges::order(const CellIndex& cells) const {
  return fromLists_ ? *fromLists_->cellOrder.order() : cells.algorithm().ranges()->order;
}

}  // namespace gpubuck::search
