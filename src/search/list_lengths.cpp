#include "search/list_lengths.h"

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

}  // namespace gpubuck::search
