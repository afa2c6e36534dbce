#include "cells/cell_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/id.h"
#include "sort/sort.h"
#include "texel/work_slices.h"

namespace gpubuck::cells {
namespace {

/// Returns the texels of ids, with the flag of an element that is in a list.
std::vector<texel::IdTexel> visitedTexels(std::vector<std::uint32_t> ids) {
  for (std::uint32_t& id : ids) id = texel::encodeId(id, true);
  return ids;
}

void requireSizes(const CellGrid& grid, const ListState& lists, std::int64_t elements) {
  if (std::ssize(lists.mapping) != elements || std::ssize(lists.next) != elements ||
      std::ssize(lists.head) != grid.count()) {
    throw InputError("lists", fmt::format("do not have the sizes for {} elements and {} cells",
                                          elements, grid.count()));
  }
}

/// Throws unless each position is in its cell. The GPU finds cells in floats, and for a position
/// near a face it may find the cell on the other side of the face. The number of cells per length,
/// and its product with a coordinate, each have a relative error of 2^-24, or of 2^-23 on GPUs that
/// round less well.
void requireCells(const CellGrid& grid, std::span<const std::uint32_t> mapping,
                  std::span<const glm::vec4> positions) {
  for (std::size_t i = 0; i < mapping.size(); ++i) {
    bool isThere = mapping[i] < static_cast<std::uint64_t>(grid.count());
    std::int64_t rest = mapping[i];
    for (int axis = 0; axis < 3 && isThere; ++axis) {
      const auto place = static_cast<double>(rest % grid.cells[axis]);
      rest /= grid.cells[axis];
      if (axis >= grid.box.dimensions) continue;
      const double inCells = positions[i][axis] / grid.edge[axis];
      const double rounding = std::ldexp(4.0, -24) * grid.cells[axis];
      isThere = inCells >= place - rounding && inCells <= place + 1.0 + rounding;
    }
    if (!isThere) {
      throw InputError("lists", fmt::format("element {} is not in cell {}", i, mapping[i]));
    }
  }
}

/// Throws unless each element is once in the list of its cell; detects endless lists, too.
void requireComplete(const ListState& lists) {
  std::size_t listed = 0;
  std::vector<bool> isListed(lists.next.size());
  for (std::size_t cell = 0; cell < lists.head.size(); ++cell) {
    for (std::uint32_t i = lists.head[cell]; i != kNullId; i = lists.next[i]) {
      if (i >= lists.next.size() || isListed[i] || lists.mapping[i] != cell) {
        throw InputError("lists", fmt::format("element {} is in the list of cell {}; expected "
                                              "each element of this cell once",
                                              i, cell));
      }
      isListed[i] = true;
      ++listed;
    }
  }
  if (listed != lists.next.size()) {
    throw InputError("lists", fmt::format("element {} is not in any list",
                                          std::ranges::find(isListed, false) - isListed.begin()));
  }
}

}  // namespace

void requireLists(const CellGrid& grid, const ListState& lists,
                  std::span<const glm::vec4> positions) {
  requireSizes(grid, lists, std::ssize(positions));
  requireCells(grid, lists.mapping, positions);
  requireComplete(lists);
}

const char* walkPrologue(sort::ResultKind kind) {
  return kind == sort::ResultKind::Ranges ? "#include \"cells/ranges.glsl\"\n"
                                          : "#include \"cells/lists.glsl\"\n";
}

const char* searchPrologue(sort::ResultKind kind) {
  return kind == sort::ResultKind::Ranges ? "#include \"cells/walk_ranges.glsl\"\n"
                                          : "#include \"cells/walk_lists.glsl\"\n";
}

CellIndex::CellIndex(const texel::Device& device, const CellGrid& grid,
                     const sort::Settings& settings, std::int64_t elements)
    : grid_(grid),
      mapping_(device, "mapping", elements),
      previousMapping_(device, "mapping (previous)", elements),
      assignCells_(device, grid),
      sort_(sort::makeSort(device, settings, elements, grid.count())) {}

void CellIndex::assign(const texel::Vec4Array& position) {
  holdsPreviousMapping_ = holdsMapping_;
  if (holdsMapping_) std::swap(mapping_, previousMapping_);
  assignCells_.run(position, mapping_);
  holdsMapping_ = true;
}

void CellIndex::sort(const texel::Vec4Array& position) {
  assign(position);
  sort_->sort(mapping_);
  isCurrent_ = true;
}

void CellIndex::resort(const texel::Vec4Array& position) {
  assign(position);
  if (holdsPreviousMapping_) {
    sort_->resort(previousMapping_, mapping_);
  } else {
    sort_->sort(mapping_);
  }
  isCurrent_ = true;
}

std::array<const texel::IdArray*, 2> CellIndex::arrays() const {
  if (const sort::BucketRanges* ranges = sort_->ranges()) return {&ranges->start, &ranges->order};
  return {&sort_->lists()->head, &sort_->lists()->next};
}

std::vector<texel::Input> CellIndex::inputs(std::vector<texel::Input> others) const {
  const auto [first, second] = arrays();
  const bool areRanges = resultKind() == sort::ResultKind::Ranges;
  others.emplace_back(areRanges ? "u_start" : "u_head", *first);
  others.emplace_back(areRanges ? "u_order" : "u_next", *second);
  return others;
}

ListState CellIndex::download() const {
  std::vector<texel::IdTexel> cells = mapping_.download();
  for (texel::IdTexel& cell : cells) cell = texel::decodeId(cell);
  sort::LinkedRanges lists = sort::downloadLists(*sort_);
  return {std::move(cells), std::move(lists.head), std::move(lists.next)};
}

void CellIndex::restore(const ListState& lists) {
  requireSizes(grid_, lists, mapping_.count());
  holdsPreviousMapping_ = false;
  if (resultKind() == sort::ResultKind::Ranges) return reset();
  mapping_.upload(visitedTexels(lists.mapping));
  sort_->lists()->head.upload(visitedTexels(lists.head));
  sort_->lists()->next.upload(visitedTexels(lists.next));
  holdsMapping_ = true;
  isCurrent_ = true;
}

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
