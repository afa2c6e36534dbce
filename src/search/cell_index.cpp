#include "search/cell_index.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "sort/sort.h"

namespace gpubuck::search {
namespace {

/// Texels with the flag of an element that has its place in a list.
std::vector<texel::IdTexel> visitedTexels(std::vector<std::uint32_t> ids) {
  for (std::uint32_t& id : ids) id = texel::encodeId(id, true);
  return ids;
}

}  // namespace

const char* walkPrologue(sort::Makes makes) {
  return makes == sort::Makes::Ranges ? "#include \"search/ranges.glsl\"\n"
                                      : "#include \"search/lists.glsl\"\n";
}

CellIndex::CellIndex(const texel::Device& device, const CellGrid& grid,
                     const sort::Settings& settings, std::int64_t elements)
    : device_(&device),
      grid_(grid),
      mapping_(device, "mapping", elements),
      assignCells_(device, grid),
      sort_(sort::makeSort(device, settings, elements, grid.count())) {}

void CellIndex::assign(const texel::Vec4Array& position) {
  holdsPreviousMapping_ = holdsMapping_;
  if (holdsMapping_) {
    if (!previousMapping_) {
      previousMapping_.emplace(*device_, "mapping (previous)", mapping_.count());
    }
    std::swap(mapping_, *previousMapping_);
  }
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
    sort_->resort(*previousMapping_, mapping_);
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
  const bool areRanges = makes() == sort::Makes::Ranges;
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
  if (std::ssize(lists.mapping) != mapping_.count() || std::ssize(lists.next) != mapping_.count() ||
      std::ssize(lists.head) != grid_.count()) {
    throw InputError("checkpoint",
                     fmt::format("its lists are not those of {} particles in {} cells",
                                 mapping_.count(), grid_.count()));
  }
  holdsPreviousMapping_ = false;
  if (makes() == sort::Makes::Ranges) return reset();
  mapping_.upload(visitedTexels(lists.mapping));
  sort_->lists()->head.upload(visitedTexels(lists.head));
  sort_->lists()->next.upload(visitedTexels(lists.next));
  holdsMapping_ = true;
  isCurrent_ = true;
}

}  // namespace gpubuck::search
