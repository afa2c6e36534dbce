// The paper's GPU bucket sort (section 2, listing 1) and re-sort (section 2.2): OpenGL 3.3.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gl/objects.h"
#include "sort/point_counts.h"
#include "sort/rounds.h"
#include "sort/settings.h"
#include "sort/single_pass_sort.h"
#include "sort/sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

struct Observation {
  Phase phase;
  int iteration;  ///< Statistics::iterations so far, including a scatter just drawn
  /// K of this sort, or the reduced number of a re-sort. With Partition::Turns, sub-buffer K has
  /// the elements that are unvisited after the turns, and K is 0 in a re-sort.
  int subBuffers;
  const Round& round;  ///< the latest scatter; empty before the first scatter
  const BucketLists& lists;
};

/// Scatters elements as points into the head texture until all elements are placed. An element that
/// stays visible in its bucket's head is placed; later rounds place other elements of the bucket in
/// front of it.
///
/// Overlapping points are drawn in order, so lists are the same on every run. With K sub-buffers
/// the first rounds draw only the first sub-buffer. The next sub-buffer joins when the sub-buffer
/// before it draws at most the share Settings::threshold of its elements, and a sub-buffer that
/// drew nothing is dropped. For Partition::Turns see sort/single_pass_sort.h. Throws RunError if a
/// driver misplaces points, so that the sort would never end, or does not keep the order of points.
class BucketSort final : public Sort {
 public:
  /// `counting` lets tests select ways to count that the context does not need.
  BucketSort(const texel::Device& device, const Settings& settings, std::int64_t elements,
             std::int64_t buckets, Counting counting = countingHere());

  void sort(const texel::IdArray& mapping) override;

  /// Unlinks the elements that moved and scatters only them. The number of sub-buffers shrinks with
  /// the share of elements that moved, down to one (paper section 2.2). With Partition::Turns, a
  /// re-sort of more than a quarter of the elements becomes a sort, which then takes less time.
  void resort(const texel::IdArray& oldMapping, const texel::IdArray& mapping) override;

  /// A function that is called after each phase, in the order of the phases. A scatter that draws
  /// nothing, such as the last scatter of a sort, is reported as Scattered with 0 points, and no
  /// phase Linked follows. A re-sort in which nothing moved has no phase. An empty function
  /// switches the calls off.
  using Observer = std::function<void(const Observation&)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  const Statistics* statistics() const override { return &statistics_; }

 private:
  /// Returns the number of sub-buffers for a scatter of `moved` elements, in proportion to K.
  int subBufferCount(std::int64_t moved) const;
  void scatterAll(const texel::IdArray& mapping, int count);
  /// Draws the sub-buffers whose numbers are in `active`.
  Round drawRound(const texel::IdArray& mapping, const std::vector<texel::Range>& subBuffers,
                  const std::vector<int>& active);
  void updateNext(const texel::IdArray& mapping);
  void show(Phase phase, int count, const Round& round) const;
  /// Clears the visited flags of the elements that moved, and counts these elements with moved_.
  void markMoved(const texel::IdArray& oldMapping, const texel::IdArray& mapping);
  void unlinkMoved();
  /// Returns a function that reports phases to the observer, or an empty function if there is no
  /// observer.
  SinglePassSort::Show showPhases(int count) const;

  const texel::Device* device_;
  Settings settings_;
  Statistics statistics_;
  Observer observer_;
  std::int64_t elements_;
  texel::ScatterPass scatterHeads_;
  texel::MapPass updateNext_;
  texel::MapPass markMoved_;
  texel::MapPass unlinkHeads_;
  texel::MapPass unlinkNext_;
  texel::IdArray spareHead_;
  texel::IdArray spareNext_;
  std::optional<gl::Buffer> bucketAttribute_;  ///< the mapping texture as vertices
  PointCounts drawn_;                          ///< points per sub-buffer
  PointCounts moved_;  ///< the elements that a re-sort finds in another bucket
  std::optional<SinglePassSort> singlePass_;
};

}  // namespace gpubuck::sort
