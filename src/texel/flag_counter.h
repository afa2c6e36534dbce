// Counts the elements of an id array without a flag by passes and a download: the equivalent of an
// occlusion query, on any context.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "texel/array.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {

/// Counts the elements that have no flag, for several parts of an array at once, into slots.
class FlagCounter {
 public:
  /// Counts at most `parts` parts at once of arrays of at most `elements` elements, into `slots` >=
  /// `parts` slots.
  FlagCounter(const Device& device, std::int64_t elements, std::int64_t parts, std::int64_t slots);

  /// Writes the count of parts[k] to slot firstSlot + k. Does not wait for the GPU.
  void count(const IdArray& ids, std::span<const Range> parts, std::int64_t firstSlot = 0);

  /// Returns the first `count` slots. Waits for the GPU.
  std::vector<std::int64_t> read(std::int64_t count) const;

  /// Returns the number of elements of `ids` without a flag. Waits for the GPU.
  std::int64_t countAll(const IdArray& ids);

 private:
  std::int64_t piecesPerPart_;
  MapPass countFlags_;
  MapPass addCounts_;
  UInt4Array parts_;
  UInt4Array pieces_;
  UInt4Array spare_;
  UInt4Array slots_;
  std::vector<Range> uploaded_;
};

}  // namespace gpubuck::texel
