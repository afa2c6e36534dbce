// How many particles each cell holds.
#pragma once

#include <cstdint>
#include <vector>

#include "sort/sort.h"
#include "texel/map_pass.h"

namespace gpubuck::search {

/// Writes the length of every cell's list into a texture: shaders/search/list_lengths.glsl.
class ListLengths {
 public:
  explicit ListLengths(const texel::Device& device);

  /// `lengths` is Format::Id, one texel a list; its ids are numbers, so that 16,777,215 is not
  /// NULL.
  void run(const sort::BucketLists& lists, texel::Array& lengths);

  /// How many lists there are of each length from 0 to the longest, from `lengths` as run() writes
  /// them. Empty for no lists. Waits for the GPU.
  static std::vector<std::int64_t> histogram(const texel::Array& lengths);

 private:
  texel::MapPass pass_;
};

}  // namespace gpubuck::search
