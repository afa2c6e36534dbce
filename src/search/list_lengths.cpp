#include "search/list_lengths.h"

namespace gpubuck::search {

ListLengths::ListLengths(const texel::Device& device, sort::Makes makes)
    : pass_(device, {.name = "search/list_lengths",
                     .inputs = cellWalk(makes).inputNames(),
                     .outputs = {{"o_length", texel::Format::UInt4}},
                     .prologue = cellWalk(makes).prologue}) {}

void ListLengths::run(const CellIndex& cells, texel::Array& lengths) {
  const auto [first, second] = cells.arrays();
  pass_.run(cells.grid().count(), {first, second}, {&lengths});
}

std::vector<std::int64_t> ListLengths::histogram(const texel::Array& lengths) {
  std::vector<std::int64_t> counts;
  for (const glm::uvec4& texel : lengths.downloadUInt4()) {
    const std::size_t length = texel.x;
    if (length >= counts.size()) counts.resize(length + 1, 0);
    ++counts[length];
  }
  return counts;
}

}  // namespace gpubuck::search
