#include "sort/linked_ranges.h"

#include <array>

namespace gpubuck::sort {

LinkedRanges::LinkedRanges(const texel::Device& device, const Settings& settings,
                           std::int64_t elements, std::int64_t buckets)
    : ranges_(device, elements, buckets),
      sort_(makeRangeSort(device, settings, elements, buckets)),
      linkHeads_(device, {.name = "sort/link_heads",
                          .inputs = {"u_start", "u_order"},
                          .outputs = {{"o_head", texel::Format::Id}}}),
      linkNext_(device, {"sort/link_next", {"u_order", "u_mapping"}, {}}) {}

void LinkedRanges::sort(const texel::Array& mapping, BucketLists& lists) {
  statistics_ = {};
  statistics_.moved = mapping.count();
  sort_->sort(mapping, ranges_);
  linkHeads_.run(lists.head.count(), {&ranges_.start, &ranges_.order}, {&lists.head});
  if (mapping.count() == 0) return;
  linkNext_.set("u_elements", static_cast<int>(mapping.count()));
  const std::array<texel::PointBatch, 1> all{{{0, mapping.count(), nullptr}}};
  linkNext_.run(lists.next, {&ranges_.order, &mapping}, nullptr, nullptr, all);
}

void LinkedRanges::resort(const texel::Array& /*oldMapping*/, const texel::Array& mapping,
                          BucketLists& lists) {
  sort(mapping, lists);
}

}  // namespace gpubuck::sort
