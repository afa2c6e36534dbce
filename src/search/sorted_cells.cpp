#include "search/sorted_cells.h"

namespace gpubuck::search {

SortedCells::SortedCells(const texel::Device& device, const sort::Settings& settings,
                         std::int64_t elements, std::int64_t cells)
    : sort_(sort::makeSort(device, settings, elements, cells)) {}

std::array<const texel::Array*, 2> SortedCells::arrays() const {
  if (const sort::BucketRanges* ranges = sort_->ranges()) return {&ranges->start, &ranges->order};
  return {&sort_->lists()->head, &sort_->lists()->next};
}

std::array<std::string, 2> SortedCells::walkInputs(bool ranges) {
  if (ranges) return {"u_start", "u_order"};
  return {"u_head", "u_next"};
}

std::string SortedCells::walkSource(bool ranges) {
  return ranges ? "#include \"search/ranges.glsl\"\n" : "#include \"search/lists.glsl\"\n";
}

}  // namespace gpubuck::search
