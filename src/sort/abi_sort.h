// Ranges by an adaptive bitonic sort: OpenGL 3.3, O(N log N).
#pragma once

#include "sort/pair_ranges.h"
#include "sort/sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// The sort of GPU-ABiSort (Gress and Zachmann 2006), which the paper names as the next to compare
/// with: the adaptive bitonic sort of Bilardi and Nicolau (1989) of (bucket, element) pairs.
///
/// A sequence of n = 2^j pairs is a binary tree of n - 1 nodes, in order, and a spare node, which
/// comes last. Two sorted sequences, the second one falling, are a bitonic tree: its root is the
/// spare node of the first. To split a bitonic sequence into halves of which one comes before the
/// other, a comparison of root and spare node, then one per level of the tree, suffice: whole
/// subtrees change places. Stage k of the merge does so for its 2^k subtrees; phase i of a stage is
/// the comparison on level k + i. Stage k begins two steps after stage k - 1, when the nodes that
/// it needs are done, so that a merge has 2j - 1 steps.
///
/// A step is two passes: a map pass compares a pair of nodes per subtree, and a scatter pass draws
/// the nodes that change as points onto their texels. (GPU-ABiSort, without scatter, writes them to
/// streams of a known order instead, and begins with a sort of 8 pairs per invocation.) With
/// L = ceil(log2 N) there are 2 L^2 such passes and at most 2 N L comparisons. The pairs are padded
/// to 2^L.
class ABiSort final : public Sort {
 public:
  /// Throws InputError for more than 2^23 elements, whose tree has more nodes than there are ids.
  ABiSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  void sort(const texel::IdArray& mapping) override;

 private:
  /// The subtrees on which a step works, of each tree: numbers first .. first + count - 1, where
  /// subtree t of stage k has the number 2^k + t.
  struct Subtrees {
    int first = 0;
    int count = 0;
  };

  /// Turns sorted trees of 2^(level - 1) pairs into trees of 2^level.
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
