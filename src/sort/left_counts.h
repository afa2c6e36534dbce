// Which elements are left, and how many in blocks and blocks of blocks, so that the k-th of them is
// found from above.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texel/map_pass.h"

namespace gpubuck::sort {

/// The unvisited elements of a next array: which, in tiles of 8 x 2 texels
/// (shaders/sort/left_tile.glsl), and how many. Level 0 counts those of blocks of kBranch times 8
/// elements, each level above those of kBranch blocks of the one below, up to one of at most
/// kMostCounts.
class LeftCounts {
 public:
  static constexpr std::int64_t kBranch = 16;
  static constexpr std::int64_t kMostCounts = 32;

  /// For arrays of `elements`.
  LeftCounts(const texel::Device& device, std::int64_t elements);

  void count(const texel::IdArray& next);
  /// Of the last count. Waits for the GPU.
  std::int64_t total() const;

  /// What sort/left_counts.glsl needs to be included.
  std::string prologue() const;
  /// Tiles and counts under the names that it reads them by.
  std::vector<texel::Input> inputs() const;

 private:
  std::int64_t elements_;
  std::int64_t tilesAcross_;
  texel::IdArray tiles_;
  texel::MapPass findLeft_;
  texel::MapPass sumTiles_;
  texel::MapPass sumLeft_;
  std::vector<texel::IdArray> levels_;
};

}  // namespace gpubuck::sort
