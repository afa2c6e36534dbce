#include "sort/sort.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/id.h"

namespace gpubuck::sort {
namespace {

std::int64_t checkedBuckets(std::int64_t buckets) {
  if (buckets >= kMaxCount) {
    throw InputError("buckets", fmt::format("{} are too many: ranges need one more start than "
                                            "there are buckets; the maximum is {}",
                                            buckets, kMaxCount - 1));
  }
  return buckets;
}

std::vector<std::uint32_t> ids(const texel::IdArray& array) {
  std::vector<texel::IdTexel> texels = array.download();
  std::ranges::transform(texels, texels.begin(), texel::decodeId);
  return texels;
}

}  // namespace

BucketLists::BucketLists(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : head(device, "head", buckets), next(device, "next", elements) {}

BucketRanges::BucketRanges(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : order(device, "order", elements), start(device, "start", checkedBuckets(buckets) + 1) {}

void Sort::resort(const texel::IdArray& /*oldMapping*/, const texel::IdArray& mapping) {
  sort(mapping);
}

LinkedRanges linkRanges(std::span<const std::uint32_t> start,
                        std::span<const std::uint32_t> order) {
  LinkedRanges lists{std::vector<std::uint32_t>(start.size() - 1, kNullId),
                     std::vector<std::uint32_t>(order.size(), kNullId)};
  for (std::size_t bucket = 0; bucket + 1 < start.size(); ++bucket) {
    for (std::uint32_t place = start[bucket]; place < start[bucket + 1]; ++place) {
      if (place == start[bucket]) {
        lists.head[bucket] = order[place];
      } else {
        lists.next[order[place - 1]] = order[place];
      }
    }
  }
  return lists;
}

LinkedRanges downloadLists(const Sort& sort) {
  if (const BucketRanges* ranges = sort.ranges()) {
    return linkRanges(ids(ranges->start), ids(ranges->order));
  }
  return {ids(sort.lists()->head), ids(sort.lists()->next)};
}

}  // namespace gpubuck::sort
