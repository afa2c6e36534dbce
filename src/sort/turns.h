// A bucket sort in turns: each sub-buffer is drawn once; what was overwritten is gathered and drawn
// again (Partition::Turns).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gl/objects.h"
#include "sort/left_counts.h"
#include "sort/point_counts.h"
#include "sort/rounds.h"
#include "sort/settings.h"
#include "sort/sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// A run has at most as many elements, since its length must fit into a byte, and ends at a
/// multiple.
inline constexpr int kLongestRun = 64;

/// The passes that put elements into lists in turns. Nothing waits for the GPU but once after the
/// turns, for the number of elements that are left, and while those are drawn, as RoundCounts does.
class Turns {
 public:
  Turns(const texel::Device& device, const Settings& settings, std::int64_t elements,
        Counting counting);

  /// Called after each phase with the latest scatter. Empty: nobody watches.
  using Show = std::function<void(Phase phase, const Round& round)>;

  /// The turns of a sort: K, or one for each element.
  int count() const { return count_; }

  /// Sorts all elements into `lists`, whose contents before do not matter.
  void sort(const texel::IdArray& mapping, BucketLists& lists, Statistics& statistics,
            const Show& show);

  /// Puts the unvisited elements of `lists`, `moved` of them, into the lists of their buckets. In
  /// the statistics and for `show` they are sub-buffer 0.
  void place(const texel::IdArray& mapping, std::int64_t moved, BucketLists& lists,
             Statistics& statistics, const Show& show);

 private:
  /// Elements that are left, by rising number: room for all.
  struct Left {
    Left(const texel::Device& device, std::int64_t elements);

    texel::IdArray element;
    texel::IdArray run;  ///< as of runs_, which holds it for all elements
    texel::IdArray next;
    texel::IdArray spareNext;
  };

  void takeTurns(BucketLists& lists, const Show& show);
  /// Counts the turns, and what is left after them.
  std::int64_t countTurns(Statistics& statistics);
  void gather(texel::MapPass& pass, const texel::IdArray& buckets, std::int64_t count,
              const BucketLists& lists);
  void drawLeft(int subBuffer, std::int64_t count, BucketLists& lists, Statistics& statistics,
                const Show& show);
  /// The same, round by round.
  void drawLeftWatched(int subBuffer, std::int64_t count, BucketLists& lists,
                       Statistics& statistics, const Show& show);
  /// Adds what rounds drew. Whether they are over.
  bool addRounds(int subBuffer, const std::vector<std::int64_t>& counts,
                 Statistics& statistics) const;
  void scatterLeft(std::int64_t count, const gl::Query* drawn, BucketLists& lists);
  void updateLeft(std::int64_t count, const BucketLists& lists);
  /// With a query only those that are visited, which it counts.
  void putBack(std::int64_t count, const gl::Query* visited, BucketLists& lists);

  std::int64_t elements_;
  int count_;
  texel::MapPass linkRuns_;
  texel::ScatterPass scatterTurn_;
  texel::MapPass linkTurn_;
  texel::MapPass placeTurn_;
  LeftCounts leftCounts_;
  texel::MapPass gatherRuns_;
  texel::MapPass gatherElements_;
  texel::ScatterPass scatterLeft_;
  texel::MapPass updateLeft_;
  texel::ScatterPass putBack_;
  texel::IdArray runs_;      ///< RGB: the bucket; A: the length of the run that ends here, or 0
  gl::Buffer runAttribute_;  ///< the same as vertices
  Left left_;
  Counting counting_;
  std::vector<texel::Range> parts_;  ///< the sub-buffers
  PointCounts drawn_;                ///< by each turn
  std::vector<gl::Query> placed_;    ///< by each turn, with Counting::Queries
  RoundCounts rounds_;
};

}  // namespace gpubuck::sort
