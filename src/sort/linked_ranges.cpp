#include "sort/linked_ranges.h"

#include <algorithm>

#include "base/id.h"
#include "texel/id.h"

namespace gpubuck::sort {
namespace {

std::vector<std::uint32_t> ids(const texel::IdArray& array) {
  std::vector<texel::IdTexel> texels = array.download();
  std::ranges::transform(texels, texels.begin(), texel::decodeId);
  return texels;
}

}  // namespace

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
