// Inclusive prefix sums of 64-bit numbers over an array on the GPU.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "texel/buffer_pass.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Inclusive prefix sums over an array of two 64-bit numbers per element: xy and zw, low word
/// first. One pass per level sums blocks on the way up, and one adds to each element those before
/// it in its block on the way down. A GPU with compute shaders sums 1,024 elements in the shared
/// memory of a work group. Otherwise an invocation sums 8 elements, and 32 on the higher levels,
/// which are small: about six reads per element and 2 log32(N) passes.
class PrefixSum {
 public:
  using Totals = std::array<std::uint64_t, 2>;

  /// Serves arrays of `count` elements.
  PrefixSum(const Device& device, std::int64_t count);

  /// Writes the sum of the values 0 .. i to element i of `ends`; both have `count` elements.
  void run(const UInt4Array& values, UInt4Array& ends);

  /// Returns the sums over all elements in the last run, 0 without elements. Waits for the GPU.
  Totals totals() const;

 private:
  using AnyPass = std::variant<MapPass, BufferPass>;

  bool isByGroups() const { return std::holds_alternative<BufferPass>(up_); }
  /// Returns the number of elements per block on a level.
  std::int64_t block(std::size_t level) const;
  void run(AnyPass& pass, std::int64_t elements, std::int64_t blocks,
           const std::vector<Input>& inputs, const std::vector<Output>& outputs);

  std::int64_t count_;
  AnyPass up_;
  AnyPass down_;
  /// Per level: sums of the blocks of the level below; the last level has one block.
  std::vector<UInt4Array> totals_;
  std::vector<UInt4Array> blockEnds_;  ///< prefix sums of totals_, except the last
};

}  // namespace gpubuck::texel
