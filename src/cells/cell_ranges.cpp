#include "cells/cell_ranges.h"

#include "texel/work_slices.h"

namespace gpubuck::cells {

ListLengths::ListLengths(const texel::Device& device, sort::ResultKind kind)
    : pass_(device, {.name = "cells/list_lengths",
                     .outputs = {{"o_length", texel::Format::UInt4}},
                     .prologue = walkPrologue(kind),
                     .work = texel::Work::Uneven}) {}

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

CellRanges::FromLists::FromLists(const texel::Device& device, const CellIndex& cells)
    : listLengths(device, cells.resultKind()),
      prefixSum(device, cells.grid().count()),
      rangeStarts(device,
                  {.name = "cells/range_starts", .outputs = {{"o_start", texel::Format::Id}}}),
      rangeOrder(device, {.name = "cells/range_order",
                          .outputs = {{"o_order", texel::Format::Id}},
                          .work = texel::Work::Uneven}),
      lengths(device, "list lengths", cells.grid().count()),
      ends(device, "cell ends", cells.grid().count()),
      start(device, "cell starts", cells.grid().count() + 1),
      order(device, "cell order", cells.mapping().count()) {}

CellRanges::CellRanges(const texel::Device& device, const CellIndex& cells) {
  if (cells.resultKind() == sort::ResultKind::Lists) fromLists_.emplace(device, cells);
}

void CellRanges::find(const CellIndex& cells) {
  if (!fromLists_) return;
  FromLists& lists = *fromLists_;
  lists.listLengths.run(cells, lists.lengths);
  lists.prefixSum.run(lists.lengths, lists.ends);
  lists.rangeStarts.run(lists.start.count(), {{"u_end", lists.ends}}, {{"o_start", lists.start}});
  const int cellCount = static_cast<int>(cells.grid().count());
  // Each element walks the list of its cell up to itself.
  texel::inSlices(
      lists.rangeOrder.device(), {0, lists.order.count()}, [&](const texel::Range& slice) {
        lists.rangeOrder.run(slice,
                             cells.inputs({{"u_start", lists.start}, {"u_cells", cellCount}}),
                             {{"o_order", lists.order}});
      });
}

const texel::IdArray& CellRanges::start(const CellIndex& cells) const {
  return fromLists_ ? fromLists_->start : cells.algorithm().ranges()->start;
}

const texel::IdArray& CellRanges::order(const CellIndex& cells) const {
  return fromLists_ ? fromLists_->order : cells.algorithm().ranges()->order;
}

}  // namespace gpubuck::cells
