// Which elements a sub-buffer of the bucket sort has.
#pragma once

#include <cstdint>

#include "base/number.h"
#include "sort/settings.h"

namespace gpubuck::sort {

/// The elements of one sub-buffer, in the order in which they are drawn: first, first + stride, ...
struct SubBuffer {
  std::int64_t first;
  std::int64_t stride;
  std::int64_t count;
};

/// Sub-buffer s of `subBuffers` over N elements, for any partition but Grouped.
constexpr SubBuffer subBufferOf(Partition partition, std::int64_t s, std::int64_t subBuffers,
                                std::int64_t elements) {
  if (partition == Partition::Interleaved) {
    return {s, subBuffers, divideUp(elements - s, subBuffers)};
  }
  const std::int64_t first = s * elements / subBuffers;
  return {first, 1, (s + 1) * elements / subBuffers - first};
}

}  // namespace gpubuck::sort
