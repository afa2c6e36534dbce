#include "search/sorted_cells.h"

namespace gpubuck::search {

SortedCells::SortedCells(const texel::Device& device, const sort::Settings& settings,
                         std::int64_t elements, std::int64_t cells) {
  if (sort::makesRanges(settings.algorithm)) {
    rangeSort_ = sort::makeRangeSort(device, settings, elements, cells);
    ranges_.emplace(device, elements, cells);
  } else {
    listSort_ = sort::makeListSort(device, settings, elements, cells);
    lists_.emplace(device, elements, cells);
  }
}

void SortedCells::sort(const texel::Array& mapping) {
  if (ranges_) {
    rangeSort_->sort(mapping, *ranges_);
  } else {
    listSort_->sort(mapping, *lists_);
  }
}

std::array<const texel::Array*, 2> SortedCells::arrays() const {
  if (ranges_) return {&ranges_->start, &ranges_->order};
  return {&lists_->head, &lists_->next};
}

std::array<std::string, 2> SortedCells::walkInputs(bool ranges) {
  if (ranges) return {"u_start", "u_order"};
  return {"u_head", "u_next"};
}

std::string SortedCells::walkSource(bool ranges) {
  return ranges ? "#include \"search/ranges.glsl\"\n" : "#include \"search/lists.glsl\"\n";
}

}  // namespace gpubuck::search
