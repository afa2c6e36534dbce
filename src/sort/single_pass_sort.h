// The bucket sort of Partition::Turns: each sub-buffer is drawn once; overwritten elements are
// gathered and drawn again. A HistoPyramid finds these elements for stream compaction: it has the
// counts of unvisited elements per block, per block of blocks and so on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gl/objects.h"
#include "sort/point_counts.h"
#include "sort/rounds.h"
#include "sort/settings.h"
#include "sort/sort.h"
#include "texel/map_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::sort {

/// Counts the unvisited elements in an array of nexts. Tiles of 8 x 2 texels hold one bit per
/// element (shaders/sort/unvisited_tile.glsl). Level 0 has one count per block of kBranch times 8
/// elements. Each higher level has one count per kBranch blocks of the level below. The top level
/// has at most kMostCounts counts.
class HistoPyramid {
 public:
  static constexpr std::int64_t kBranch = 16;
  static constexpr std::int64_t kMostCounts = 32;

  /// Prepares for arrays of `elements` elements.
  HistoPyramid(const texel::Device& device, std::int64_t elements);

  void count(const texel::IdArray& next);
  /// Returns the number of unvisited elements at the last count(). Waits for the GPU.
  std::int64_t total() const;

  /// Returns the constants for bodies that include sort/histo_pyramid.glsl.
  std::string prologue() const;
  /// Returns the tiles and counts as inputs for sort/histo_pyramid.glsl.
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

/// The maximum number of elements per run. The length of a run must fit into a byte. Runs end at
/// multiples of this number.
inline constexpr int kLongestRun = 64;

/// The passes of the bucket sort with Partition::Turns. The sort waits for the GPU once after the
/// turns, for the number of unvisited elements. While the unvisited elements are drawn, it waits
/// only when RoundCounts waits.
class SinglePassSort {
 public:
  SinglePassSort(const texel::Device& device, const Settings& settings, std::int64_t elements,
                 Counting counting);

  /// Function that is called after each phase with the latest scatter; empty without an observer.
  using Show = std::function<void(Phase phase, const Round& round)>;

  /// Returns the number of turns of a sort: K, but at most the number of elements.
  int count() const { return count_; }

  /// Sorts all elements into `lists`, whose earlier contents do not matter.
  void sort(const texel::IdArray& mapping, BucketLists& lists, Statistics& statistics,
            const Show& show);

  /// Puts the unvisited elements of `lists` into the lists of their buckets. There are `moved` such
  /// elements. In the statistics, and in the calls of `show`, they are sub-buffer 0.
  void place(const texel::IdArray& mapping, std::int64_t moved, BucketLists& lists,
             Statistics& statistics, const Show& show);

 private:
  /// The unvisited elements, gathered in order of their numbers, with room for all elements.
  struct Gathered {
    Gathered(const texel::Device& device, std::int64_t elements);

    texel::IdArray element;
    texel::IdArray run;  ///< entries of runs_ for the gathered elements
    texel::IdArray next;
    texel::IdArray spareNext;
  };

  void drawSubBuffers(BucketLists& lists, const Show& show);
  /// Counts the points of the turns. Returns the number of elements that are unvisited after the
  /// turns.
  std::int64_t countUnplaced(Statistics& statistics);
  void gather(texel::MapPass& pass, const texel::IdArray& buckets, std::int64_t count,
              const BucketLists& lists);
  void drawGathered(int subBuffer, std::int64_t count, BucketLists& lists, Statistics& statistics,
                    const Show& show);
  /// Does the work of drawGathered(), and calls `show` after each phase.
  void drawGatheredWatched(int subBuffer, std::int64_t count, BucketLists& lists,
                           Statistics& statistics, const Show& show);
  /// Adds the points of rounds to the statistics. Returns whether the rounds are over.
  bool addRounds(int subBuffer, const std::vector<std::int64_t>& counts,
                 Statistics& statistics) const;
  void scatterGathered(std::int64_t count, const gl::Query* drawn, BucketLists& lists);
  void updateGathered(std::int64_t count, const BucketLists& lists);
  /// Copies the nexts of gathered elements back to all elements; with a query, copies only the
  /// nexts of visited elements, which the query counts.
  void putBack(std::int64_t count, const gl::Query* visited, BucketLists& lists);

  std::int64_t elements_;
  int count_;
  texel::MapPass linkRuns_;
  texel::ScatterPass scatterRuns_;
  texel::MapPass linkSubBuffer_;
  texel::MapPass placeSubBuffer_;
  HistoPyramid histoPyramid_;
  texel::MapPass gatherRuns_;
  texel::MapPass gatherElements_;
  texel::ScatterPass scatterGathered_;
  texel::MapPass updateGathered_;
  texel::ScatterPass putBack_;
  texel::IdArray runs_;      ///< RGB: the bucket; A: length of the run that ends here, or 0
  gl::Buffer runAttribute_;  ///< runs_ as vertices
  Gathered gathered_;
  Counting counting_;
  std::vector<texel::Range> parts_;  ///< the sub-buffers
  PointCounts drawn_;                ///< points per turn
  std::vector<gl::Query> placed_;    ///< placed elements per turn, with Counting::Queries
  RoundCounts rounds_;
};

}  // namespace gpubuck::sort
