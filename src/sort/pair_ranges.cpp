#include "sort/pair_ranges.h"

namespace gpubuck::sort {

PairRanges::PairRanges(const texel::Device& device)
    : order_(device, {.name = "sort/bitonic_order", .outputs = {{"o_order", texel::Format::Id}}}),
      start_(device, {.name = "sort/bitonic_start", .outputs = {{"o_start", texel::Format::Id}}}) {}

void PairRanges::run(const texel::UInt4Array& pairs, BucketRanges& ranges) {
  const std::int64_t elements = ranges.order.count();
  order_.run(elements, {{"u_pairs", pairs}}, {{"o_order", ranges.order}});
  start_.run(ranges.start.count(), {{"u_pairs", pairs}, {"u_elements", static_cast<int>(elements)}},
             {{"o_start", ranges.start}});
}

}  // namespace gpubuck::sort
