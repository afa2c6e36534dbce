// How many elements are left, in blocks and blocks of blocks, so that the k-th of them is found
// from above.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texel/map_pass.h"

namespace gpubuck::sort {

/// Counts of the unvisited elements of a next array. Level 0 counts those of blocks of kLeaf
/// elements, each level above those of kBranch blocks of the one below, up to one of at most
/// kBranch counts.
class LeftCounts {
 public:
  static constexpr std::int64_t kLeaf = 16;
  static constexpr std::int64_t kBranch = 16;

  /// For arrays of `elements`.
  LeftCounts(const texel::Device& device, std::int64_t elements);

  void count(const texel::IdArray& next);
  /// Of the last count. Waits for the GPU.
  std::int64_t total() const;

  /// What sort/left_counts.glsl needs to be included.
  std::string prologue() const;
  /// The counts under the names that it reads them by.
  std::vector<texel::Input> inputs() const;

 private:
  std::int64_t elements_;
  texel::MapPass countLeft_;
  texel::MapPass sumLeft_;
  std::vector<texel::IdArray> levels_;
};

}  // namespace gpubuck::sort
