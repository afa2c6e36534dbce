// Sorts by atomic operations (OpenGL 4.3): a sort that makes lists on the paper's own textures, and
// a counting sort that makes ranges.
#pragma once

#include "sort/sort.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"

namespace gpubuck::sort {

/// Every element exchanges itself with its bucket's head in one atomic operation, and keeps the old
/// head as its next. There are always two passes: one pass empties the lists, the other pass fills
/// the lists. A re-sort is a full sort, which costs less than finding the elements that moved. The
/// order of a list is undefined.
class AtomicSort final : public Sort {
 public:
  AtomicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  void sort(const texel::IdArray& mapping) override;

 private:
  texel::MapPass emptyHeads_;
  texel::MapPass insertAtomic_;
};

/// Sorts by a histogram, a prefix sum and a scatter. Atomics leave the elements of each bucket in
/// any order. The elements are therefore put into ascending order afterwards.
///
/// The sort is meant for short buckets: an element is compared with all other elements of a bucket
/// of up to 64 elements. A longer bucket is sorted in runs of 64, which are merged 8 at a time.
/// This takes log8(L / 64) passes, rounded up, if the longest bucket has L elements; in each pass
/// an element bisects 7 runs. If all elements are in one bucket, the sort takes O(N log^2 N), or
/// about 500 reads per element for a million elements. Only the GPU knows how many merges are
/// needed. All passes are therefore started, and a pass that finds nothing to merge ends at once.
class CountingSort final : public Sort {
 public:
  /// Throws RunError below OpenGL 4.3, and if there is too little GPU memory.
  CountingSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  void sort(const texel::IdArray& mapping) override;

 private:
  std::int64_t elements_;
  std::int64_t buckets_;
  texel::PartScan scan_;
  texel::PartScan scanParts_;
  texel::BufferPass zero_;
  texel::BufferPass count_;
  texel::BufferPass scatter_;
  texel::BufferPass sortRuns_;
  texel::BufferPass mergeRuns_;
  texel::UIntBuffer counts_;  ///< M counts and a 0, so that the last prefix sum is N
  texel::UIntBuffer partSums_;
  texel::UIntBuffer total_;
  texel::UIntBuffer merges_;  ///< one number
  texel::UIntBuffer elementsByBucket_;
  texel::UIntBuffer ranks_;  ///< the merges alternate between this buffer and elementsByBucket_
};

}  // namespace gpubuck::sort
