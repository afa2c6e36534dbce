// Statistics of a bucket sort, scatter by scatter; and the elements of a sub-buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "texel/pass.h"

namespace gpubuck::sort {

/// The points that one sub-buffer drew in one scatter.
struct Drawn {
  int subBuffer;
  std::int64_t points;

  bool operator==(const Drawn&) const = default;
};

/// One scatter of the paper's method: the points of each active sub-buffer, in the order of the
/// sub-buffers.
using Round = std::vector<Drawn>;

/// Statistics of the last sort or re-sort.
struct Statistics {
  int iterations = 0;            ///< scatters that drew at least one point
  std::int64_t pointsDrawn = 0;  ///< points that reached the head texture, over all iterations
  std::int64_t moved = 0;  ///< elements that a re-sort found in another bucket; all N in a sort
  /// All scatters. The last scatter of each sub-buffer draws nothing. With Partition::Turns, this
  /// last scatter is mostly skipped.
  std::vector<Round> rounds;
};

/// The phases of a sort or re-sort.
enum class Phase {
  Cleared,    ///< a sort: all heads and nexts are NULL, and no element is visited; but with
              ///< Partition::Turns, each element of a run except the last is visited, and points at
              ///< the next element
  Unlinked,   ///< a re-sort: elements that moved are in no list and unvisited, and their nexts are
              ///< NULL
  Relinked,   ///< a re-sort: elements that moved point at their new bucket's present head
  Scattered,  ///< points were drawn into the heads; no next has been updated yet
  Linked      ///< nexts were updated after a scatter that drew points
};

/// Returns the elements of sub-buffer s if `elements` elements are divided into `subBuffers`.
constexpr texel::Range subBufferOf(std::int64_t s, std::int64_t subBuffers, std::int64_t elements) {
  const std::int64_t first = s * elements / subBuffers;
  return {first, (s + 1) * elements / subBuffers - first};
}

}  // namespace gpubuck::sort
