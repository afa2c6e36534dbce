// The elements of a sub-buffer of the bucket sort.
#pragma once

#include <cstdint>

#include "texel/pass.h"

namespace gpubuck::sort {

/// Returns the elements of sub-buffer s of `subBuffers` over N elements.
constexpr texel::Range subBufferOf(std::int64_t s, std::int64_t subBuffers, std::int64_t elements) {
  const std::int64_t first = s * elements / subBuffers;
  return {first, (s + 1) * elements / subBuffers - first};
}

}  // namespace gpubuck::sort
