#include "sort/linked_ranges.h"

#include <array>

namespace gpubuck::sort {

LinkedRanges::LinkedRanges(const texel::Device& device, std::unique_ptr<Sort> sort,
                           std::int64_t elements, std::int64_t buckets)
    : Sort(BucketLists(device, elements, buckets)),
      sort_(std::move(sort)),
      linkHeads_(device, {.name = "sort/link_heads",
                          .inputs = {"u_start", "u_order"},
                          .outputs = {{"o_head", texel::Format::Id}}}),
      linkNext_(device, {"sort/link_next", {"u_order", "u_mapping"}, {}}) {}

void LinkedRanges::sort(const texel::Array& mapping) {
  sort_->sort(mapping);
  const BucketRanges& ranges = *sort_->ranges();
  linkHeads_.run(lists()->head.count(), {&ranges.start, &ranges.order}, {&lists()->head});
  if (mapping.count() == 0) return;
  linkNext_.set("u_elements", static_cast<int>(mapping.count()));
  const std::array<texel::PointBatch, 1> all{{{0, mapping.count(), nullptr}}};
  linkNext_.run(lists()->next, {&ranges.order, &mapping}, nullptr, nullptr, all);
}

std::unique_ptr<Sort> makeListSort(const texel::Device& device, const Settings& settings,
                                   std::int64_t elements, std::int64_t buckets) {
  std::unique_ptr<Sort> sort = makeSort(device, settings, elements, buckets);
  if (sort->lists() != nullptr) return sort;
  return std::make_unique<LinkedRanges>(device, std::move(sort), elements, buckets);
}

}  // namespace gpubuck::sort
