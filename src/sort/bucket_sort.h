// The paper's GPU bucket sort (section 2, listing 1) and re-sort (section 2.2), by OpenGL 3.3
// rasterisation.
#pragma once

#include <optional>
#include <vector>

#include "gl/objects.h"
#include "sort/list_sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// Scatters elements as points into the head texture until none is left: an element that stays
/// visible in its bucket's head is placed, all others of the bucket come behind it in a later
/// round.
///
/// Overlapping points are drawn in order, so lists are the same on every run. With K sub-buffers
/// only the first is drawn at first; a further one joins when its predecessor's count falls to the
/// threshold, and one that drew nothing is dropped. Throws RunError rather than run forever where a
/// driver misplaces points.
class BucketSort final : public ListSort {
 public:
  BucketSort(const texel::Device& device, const Settings& settings, std::int64_t elements,
             std::int64_t buckets);

  void sort(const texel::Array& mapping, BucketLists& lists) override;

  /// Unlinks what moved and scatters only that. The number of sub-buffers shrinks with the share of
  /// elements that moved, down to one (paper section 2.2); groups keep their size.
  void resort(const texel::Array& oldMapping, const texel::Array& mapping,
              BucketLists& lists) override;

 private:
  /// The sub-buffers of a scatter of `moved` elements: in proportion, at least one; with groups
  /// one.
  int subBufferCount(std::int64_t moved) const;
  /// Sub-buffer boundaries for K sub-buffers: floor(s N / K), as places in the order of drawing.
  std::vector<texel::PointBatch> subBuffers(int count);
  void scatterAll(const texel::Array& mapping, BucketLists& lists, int count);
  void scatterSubBuffers(const texel::Array& mapping, BucketLists& lists, int count);
  void scatterGroups(const texel::Array& mapping, BucketLists& lists);
  Round drawRound(const texel::Array& mapping, BucketLists& lists,
                  const std::vector<texel::PointBatch>& batches, const std::vector<int>& active);
  void updateNext(const texel::Array& mapping, BucketLists& lists);
  void show(Phase phase, int count, const Round& round, const BucketLists& lists) const;
  std::int64_t markMoved(const texel::Array& oldMapping, const texel::Array& mapping);
  /// Elements by sub-buffer for the interleaved partition: 0, K, 2K, ..., 1, K+1, ...
  const gl::Buffer* interleavedOrder(int count);

  Settings settings_;
  std::int64_t elements_;
  texel::ScatterPass scatterHeads_;
  texel::MapPass updateNext_;
  texel::MapPass markMoved_;
  texel::MapPass unlinkHeads_;
  texel::MapPass unlinkNext_;
  texel::Array spareHead_;
  texel::Array spareNext_;
  texel::Array moved_;
  gl::Buffer bucketAttribute_;  ///< the mapping texture as vertices
  std::optional<gl::Buffer> order_;
  int orderSubBuffers_ = 0;
  std::vector<gl::Query> queries_;
  gl::Query movedQuery_;
};

}  // namespace gpubuck::sort
