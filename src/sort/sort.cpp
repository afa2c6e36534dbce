#include "sort/sort.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/id.h"

namespace gpubuck::sort {
namespace {

std::int64_t checkedBuckets(std::int64_t buckets) {
  if (buckets >= kMaxCount) {
    throw InputError("buckets", fmt::format("{} are too many for ranges, whose starts are one "
                                            "more: at most {}",
                                            buckets, kMaxCount - 1));
  }
  return buckets;
}

}  // namespace

BucketLists::BucketLists(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : head(device, "head", buckets), next(device, "next", elements) {}

BucketRanges::BucketRanges(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : order(device, "order", elements), start(device, "start", checkedBuckets(buckets) + 1) {}

void Sort::resort(const texel::IdArray& /*oldMapping*/, const texel::IdArray& mapping) {
  sort(mapping);
}

}  // namespace gpubuck::sort
