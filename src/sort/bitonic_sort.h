// Ranges by a merge sort network in map passes: OpenGL 3.3, no scatter, no atomics.
#pragma once

#include <vector>

#include "sort/pair_ranges.h"
#include "sort/sort.h"
#include "texel/map_pass.h"

namespace gpubuck::sort {

/// The kind of method that the paper compares with in its table 3: Batcher's bitonic merge sort of
/// (cell, element) pairs, then a binary search for the start of every cell (Purcell et al. 2003).
/// The paper measured GPUSort 2.0 (Govindaraju et al. 2005), which also arranges its accesses for
/// the caches; this sort does not. The passes do not depend on the data.
///
/// A texel holds two pairs, each of two 32-bit uints, so that cells and elements of 24 bits are
/// compared exactly. The network sorts any N: padding is neither stored nor read, and the two pair
/// arrays take 16 bytes per element together.
///
/// Of L = ceil(log2 N) merges the first is part of loading the pairs. Merge k, k = 2 .. L, has k
/// stages; the last one is within a texel and costs nothing, and a pass does S (`stagesPerPass`) of
/// the k - 1 others. With S = 1, one stage per pass, N = 2^20 takes 190 passes;
/// with S = 2, 100; with S = 3, 70. Three more load the pairs and write `order` and `start`. All of
/// it is O(N log^2 N) for the order, O(M log N) for the starts.
class BitonicSort final : public Sort {
 public:
  static constexpr int kMaxStagesPerPass = 3;

  /// A pass of S stages reads 2^S texels for each that it writes. Throws InputError for S outside
  /// 1..kMaxStagesPerPass and for more elements than ids can name.
  BitonicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets,
              int stagesPerPass = kMaxStagesPerPass);

  void sort(const texel::IdArray& mapping) override;

 private:
  void mergeRuns(std::int64_t length);

  std::int64_t elements_;
  texel::MapPass load_;
  std::vector<texel::MapPass> merge_;  ///< merge_[s] does s + 1 stages
  PairRanges pairRanges_;
  texel::UInt4Array pairs_;
  texel::UInt4Array sparePairs_;
};

}  // namespace gpubuck::sort
