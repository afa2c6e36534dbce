// A HistoPyramid: counts of unvisited elements per block, per block of blocks and so on. It finds
// the k-th unvisited element in O(levels) reads from the top, for stream compaction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texel/map_pass.h"

namespace gpubuck::sort {

/// Counts the unvisited elements of a next array. Tiles of 8 x 2 texels hold one bit per element
/// (shaders/sort/unvisited_tile.glsl). Level 0 has one count per block of kBranch times 8 elements,
/// each level above it one count per kBranch blocks of the level below. The top level has at most
/// kMostCounts counts.
class HistoPyramid {
 public:
  static constexpr std::int64_t kBranch = 16;
  static constexpr std::int64_t kMostCounts = 32;

  /// Serves arrays of `elements` elements.
  HistoPyramid(const texel::Device& device, std::int64_t elements);

  void count(const texel::IdArray& next);
  /// Returns the number of unvisited elements at the last count(). Waits for the GPU.
  std::int64_t total() const;

  /// Returns the constants for bodies that include sort/histo_pyramid.glsl.
  std::string prologue() const;
  /// Returns tiles and counts as the inputs of sort/histo_pyramid.glsl.
  std::vector<texel::Input> inputs() const;

 private:
  std::int64_t elements_;
  std::int64_t tilesAcross_;
  texel::IdArray tiles_;
  texel::MapPass findUnvisited_;
  texel::MapPass sumTiles_;
  texel::MapPass sumLevel_;
  std::vector<texel::IdArray> levels_;
};

}  // namespace gpubuck::sort
