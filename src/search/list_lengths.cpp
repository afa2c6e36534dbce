#include "search/list_lengths.h"

namespace gpubuck::search {
namespace {

constexpr texel::IdTexel kNumberBits = 0xFFFFFF;

}  // namespace

ListLengths::ListLengths(const texel::Device& device)
    : pass_(device, {.name = "search/list_lengths",
                     .inputs = {"u_head", "u_next"},
                     .outputs = {{"o_length", texel::Format::Id}}}) {}

void ListLengths::run(const sort::BucketLists& lists, texel::Array& lengths) {
  pass_.run(lists.head.count(), {&lists.head, &lists.next}, {&lengths});
}

std::vector<std::int64_t> ListLengths::histogram(const texel::Array& lengths) {
  std::vector<std::int64_t> counts;
  for (const texel::IdTexel texel : lengths.downloadIds()) {
    const std::size_t length = texel & kNumberBits;
    if (length >= counts.size()) counts.resize(length + 1, 0);
    ++counts[length];
  }
  return counts;
}

}  // namespace gpubuck::search
