// The interface of every algorithm that sorts elements into linked lists, one list a bucket.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sort/settings.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::sort {

/// The lists of M buckets over N elements (paper figure 2). All arrays are Format::Id.
struct BucketLists {
  BucketLists(const texel::Device& device, std::int64_t elements, std::int64_t buckets);

  texel::Array head;  ///< M texels: first element of bucket c, or NULL
  texel::Array
      next;  ///< N texels: next element in the bucket of element i, or NULL; A: visited flag
};

/// The points one sub-buffer drew in one scatter.
struct Drawn {
  int subBuffer;
  std::int64_t points;

  bool operator==(const Drawn&) const = default;
};

/// One scatter of the paper's method: what each sub-buffer that took part drew, by rising number.
using Round = std::vector<Drawn>;

/// What the last sort did.
struct Statistics {
  int iterations = 0;            ///< scatters that drew at least one point
  std::int64_t pointsDrawn = 0;  ///< points that reached the head texture, over all iterations
  std::int64_t moved = 0;     ///< elements a re-sort found in another bucket; a sort counts all N
  std::vector<Round> rounds;  ///< every scatter, the last one of each sub-buffer drawing nothing
};

/// What the paper's sort or re-sort has just done to the lists.
enum class Phase {
  Cleared,    ///< a sort: all heads and nexts are NULL, no element is visited
  Unlinked,   ///< a re-sort: elements that moved are out of the lists, unvisited, their next NULL
  Relinked,   ///< a re-sort: elements that moved point at their new bucket's present head
  Scattered,  ///< points were drawn into the heads; no next has been updated yet
  Linked      ///< the next-update after a scatter that drew points
};

struct Observation {
  Phase phase;
  int iteration;       ///< Statistics::iterations up to now, a scatter just drawn included
  int subBuffers;      ///< K of this sort; of a re-sort what is left of it; with groups 1
  const Round& round;  ///< the latest scatter; empty before the first
  const BucketLists& lists;
};

class ListSort {
 public:
  virtual ~ListSort() = default;

  /// Sorts all elements. `mapping` (N texels, Format::Id) holds the bucket of each, below M.
  virtual void sort(const texel::Array& mapping, BucketLists& lists) = 0;

  /// Brings `lists`, sorted by `oldMapping`, to `mapping`. As sets the lists equal those of
  /// sort(mapping).
  virtual void resort(const texel::Array& oldMapping, const texel::Array& mapping,
                      BucketLists& lists) = 0;

  const Statistics& statistics() const { return statistics_; }

  /// Called after each phase of the paper's method, in order. A scatter that draws nothing is
  /// Scattered with 0 points and has no Linked: the last one of a sort is such a scatter. A re-sort
  /// in which nothing moved has no phase, and the atomic sort, one pass, has none either. Empty:
  /// off.
  using Observer = std::function<void(const Observation&)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

 protected:
  Statistics statistics_;
  Observer observer_;
};

/// The algorithm `settings.algorithm` resolved for the engine: Auto is Bucket on paper and Atomic
/// on fast.
Algorithm resolve(Algorithm algorithm, texel::Engine engine);

/// Why `algorithm` cannot run on this context; empty when it can.
std::string whyNot(Algorithm algorithm, const gl::Capabilities& capabilities);

/// Makes the algorithm for N elements in M buckets. Throws RunError when the context lacks what it
/// needs and InputError for settings out of range.
std::unique_ptr<ListSort> makeListSort(const texel::Device& device, const Settings& settings,
                                       std::int64_t elements, std::int64_t buckets);

}  // namespace gpubuck::sort
