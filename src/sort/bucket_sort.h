// The paper's GPU bucket sort (section 2, listing 1) and re-sort (section 2.2): OpenGL 3.3.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gl/objects.h"
#include "sort/point_counts.h"
#include "sort/rounds.h"
#include "sort/settings.h"
#include "sort/sort.h"
#include "sort/sub_buffer.h"
#include "sort/turns.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// A sub-buffer joins when its predecessor draws at most this share of its elements.
inline constexpr double kJoinShare = 0.5;

struct Observation {
  Phase phase;
  int iteration;  ///< Statistics::iterations up to now, a scatter just drawn included
  /// K of this sort; of a re-sort what is left of it. In turns K too, and sub-buffer K is all that
  /// is left after them; of a re-sort 0.
  int subBuffers;
  const Round& round;  ///< the latest scatter; empty before the first
  const BucketLists& lists;
};

/// Scatters elements as points into the head texture until none is left: an element that stays
/// visible in its bucket's head is placed; a later round places others of the bucket in front of
/// it.
///
/// Overlapping points are drawn in order, so lists are the same on every run. With K sub-buffers
/// only the first is drawn at first; a further one joins when its predecessor draws at most the
/// share kJoinShare of its elements, and one that drew nothing is dropped. In turns: sort/turns.h.
/// Throws RunError if a driver misplaces points, which would never end, or does not keep their
/// order.
class BucketSort final : public Sort {
 public:
  /// `counting` is for tests of ways that the context does not need.
  BucketSort(const texel::Device& device, const Settings& settings, std::int64_t elements,
             std::int64_t buckets, Counting counting = countingHere());

  void sort(const texel::IdArray& mapping) override;

  /// Unlinks the elements that moved and scatters only them. The number of sub-buffers shrinks with
  /// the share of elements that moved, down to one (paper section 2.2).
  void resort(const texel::IdArray& oldMapping, const texel::IdArray& mapping) override;

  /// Called after each phase, in order. A scatter that draws nothing is Scattered with 0 points and
  /// has no Linked: the last one of a sort is such a scatter. A re-sort in which nothing moved has
  /// no phase. Empty: off.
  using Observer = std::function<void(const Observation&)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  const Statistics* statistics() const override { return &statistics_; }

 private:
  /// The sub-buffers of a scatter of `moved` elements, in proportion to K.
  int subBufferCount(std::int64_t moved) const;
  void scatterAll(const texel::IdArray& mapping, int count);
  /// Draws the `active` of these sub-buffers.
  Round drawRound(const texel::IdArray& mapping, const std::vector<texel::Range>& subBuffers,
                  const std::vector<int>& active);
  void updateNext(const texel::IdArray& mapping);
  void show(Phase phase, int count, const Round& round) const;
  /// Clears the visited flags of the elements that moved; moved_ counts them.
  void markMoved(const texel::IdArray& oldMapping, const texel::IdArray& mapping);
  void unlinkMoved();
  /// Shows what happens in turns, if there is an observer.
  Turns::Show showTurns(int count) const;

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
  PointCounts drawn_;                          ///< by each sub-buffer
  PointCounts moved_;  ///< the elements that a re-sort finds in another bucket
  std::optional<Turns> turns_;
};

}  // namespace gpubuck::sort
