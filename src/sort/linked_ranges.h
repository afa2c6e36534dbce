// Ranges as linked lists, in main memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sort/sort.h"

namespace gpubuck::sort {

struct LinkedRanges {
  std::vector<std::uint32_t> head;  ///< first element of each bucket, or kNullId
  std::vector<std::uint32_t> next;  ///< next element in the bucket of each, or kNullId
};

/// Links the elements of each range in their order. `start` and `order` as of BucketRanges.
LinkedRanges linkRanges(std::span<const std::uint32_t> start, std::span<const std::uint32_t> order);

/// What `sort` made as lists in main memory; ranges are linked here. Waits for the GPU.
LinkedRanges downloadLists(const Sort& sort);

}  // namespace gpubuck::sort
