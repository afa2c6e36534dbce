// Prefix sums of 64-bit numbers over an array on the GPU: where the share of each element ends.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Inclusive prefix sums over an array of two 64-bit numbers per element: xy and zw,
/// low word first. A pass sums blocks of 8 elements on the way up, and adds 1 to 8 to each element
/// on the way down: about six reads per element and 2 log8(N) passes.
class PrefixSum {
 public:
  using Totals = std::array<std::uint64_t, 2>;

  /// For arrays of `count` elements.
  PrefixSum(const Device& device, std::int64_t count);

  /// Writes the sum of the values 0 .. i to element i of `ends`; both have `count` elements.
  void run(const UInt4Array& values, UInt4Array& ends);

  /// The sums over all elements in the last run; 0 for none. Waits for the GPU.
  Totals totals() const;

 private:
  std::int64_t count_;
  MapPass up_;
  MapPass down_;
  std::vector<UInt4Array> totals_;     ///< of the blocks of the level below, down to one block
  std::vector<UInt4Array> blockEnds_;  ///< the prefix sums of totals_, but for the last
};

}  // namespace gpubuck::texel
