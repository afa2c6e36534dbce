// How many elements of an id array have no flag, counted by passes and read back: what an occlusion
// query tells of points or fragments, on any context.
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
  /// For up to `parts` parts at once of arrays of up to `elements`, in `slots` >= `parts` slots.
  FlagCounter(const Device& device, std::int64_t elements, std::int64_t parts, std::int64_t slots);

  /// Puts the count of parts[k] into slot firstSlot + k. Nothing waits.
  void count(const IdArray& ids, std::span<const Range> parts, std::int64_t firstSlot = 0);

  /// The first `count` slots. Waits for the GPU.
  std::vector<std::int64_t> read(std::int64_t count) const;

  /// All elements of `ids` without a flag. Waits for the GPU.
  std::int64_t countAll(const IdArray& ids);

 private:
  std::int64_t piecesPerPart_;
  MapPass countFlags_;
  MapPass addCounts_;
  UInt4Array parts_;
  UInt4Array pieces_;
  UInt4Array slots_;
  std::vector<Range> uploaded_;
};

}  // namespace gpubuck::texel
