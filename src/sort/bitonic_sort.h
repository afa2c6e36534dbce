// Two sorts that make ranges: a bitonic sort and an adaptive bitonic sort, which takes O(N log N).
// Both need OpenGL 3.3.
#pragma once

#include <vector>

#include "sort/sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// Makes ranges from sorted pairs: extracts the elements, and finds the start of each bucket by
/// bisection.
class PairRanges {
 public:
  explicit PairRanges(const texel::Device& device);

  /// Writes `ranges` from the sorted pairs. Each texel of the pairs holds two pairs.
  void run(const texel::UInt4Array& pairs, BucketRanges& ranges);

 private:
  texel::MapPass order_;
  texel::MapPass start_;
};

/// The kind of sort with which the paper compares its method in table 3: Batcher's bitonic merge
/// sort of (cell, element) pairs, followed by a binary search for the start of every cell (Purcell
/// et al. 2003). The paper measured GPUSort 2.0 (Govindaraju et al. 2005), which also arranges its
/// accesses for the caches; this sort does not. The passes do not depend on the data.
///
/// A texel holds two pairs, each of two 32-bit uints, so that cells and elements of 24 bits are
/// compared exactly. The network sorts any number N of pairs: padding is neither stored nor read.
/// The two arrays of pairs together take 16 bytes per element.
///
/// There are L = ceil(log2 N) merges. The first merge is part of loading the pairs. Merge k, where
/// k is from 2 to L, has k stages; the last stage is within a texel and costs nothing, and a pass
/// does S (`stagesPerPass`) of the other k - 1 stages. N = 2^20 takes 190 passes with S = 1, 100
/// passes with S = 2, and 70 passes with S = 3. Three more passes load the pairs and write `order`
/// and `start`. In all, the order takes a time of O(N log^2 N), and the starts take O(M log N).
class BitonicSort final : public Sort {
 public:
  static constexpr int kMaxStagesPerPass = 3;

  /// A pass of S stages reads 2^S texels for each texel that it writes. Throws InputError for S
  /// outside 1..kMaxStagesPerPass and for more elements than ids can name.
  BitonicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets,
              int stagesPerPass = kMaxStagesPerPass);

  void sort(const texel::IdArray& mapping) override;

 private:
  void mergeRuns(std::int64_t length);

  std::int64_t elements_;
  texel::MapPass load_;
  std::vector<texel::MapPass> merge_;  ///< merge_[s] does s + 1 stages per pass
  PairRanges pairRanges_;
  texel::UInt4Array pairs_;
  texel::UInt4Array sparePairs_;
};

/// The sort of GPU-ABiSort (Gress and Zachmann 2006), which the paper names as the next method for
/// a comparison. It is the adaptive bitonic sort of Bilardi and Nicolau (1989), here of (bucket,
/// element) pairs.
///
/// A sequence of n = 2^j pairs is stored as a binary tree of n - 1 nodes, in order, and a spare
/// node, which comes last. Two sorted sequences, of which the second is in descending order, form a
/// bitonic tree, whose root is the spare node of the first sequence. A bitonic sequence is split
/// into a lower and an upper half by one comparison of the root and the spare node, and then one
/// comparison per level of the tree; in each comparison whole subtrees may change places. Stage k
/// of the merge splits 2^k subtrees in this way; phase i of a stage is the comparison on level k +
/// i. Stage k begins two steps after stage k - 1, when the nodes that it needs are done, so that a
/// merge has 2j - 1 steps.
///
/// A step consists of two passes. A map pass compares a pair of nodes per subtree; a scatter pass
/// draws the changed nodes as points onto their texels. (GPU-ABiSort has no scatter. It writes the
/// nodes to streams of a known order instead, and begins with a sort of 8 pairs per invocation.)
/// With L = ceil(log2 N) there are 2 L^2 such passes and at most 2 N L comparisons. The number of
/// pairs is padded to 2^L.
class ABiSort final : public Sort {
 public:
  /// Throws InputError for more than 2^23 elements, since the tree would then have more nodes than
  /// ids can count.
  ABiSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  void sort(const texel::IdArray& mapping) override;

 private:
  /// The subtrees of each tree on which a step works: the subtrees with the numbers first .. first
  /// + count - 1, where subtree t of stage k has the number 2^k + t.
  struct Subtrees {
    int first = 0;
    int count = 0;
  };

  /// Merges sorted trees of 2^(level - 1) pairs into sorted trees of 2^level pairs.
  void merge(int level);

  std::int64_t elements_;
  std::int64_t places_;  ///< 2^L
  texel::MapPass load_;
  texel::MapPass step_;
  texel::ScatterPass put_;
  texel::MapPass flatten_;
  PairRanges pairRanges_;
  texel::UInt4Array nodes_;
  // Results of a step, one per subtree (shaders/sort/abi_step.glsl).
  texel::UInt4Array state_;
  texel::UInt4Array spareState_;
  texel::UInt4Array targets_;
  texel::UInt4Array first_;
  texel::UInt4Array second_;
  texel::UInt4Array pairs_;
};

}  // namespace gpubuck::sort
