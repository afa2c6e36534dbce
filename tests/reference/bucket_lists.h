// Oracle of the paper's bucket sort (section 2, listing 1), its partial updates (section 2.1) and
// its re-sort (section 2.2): the expected head and next, bit for bit, and the number of points per
// round.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sort/settings.h"

namespace gpubuck::reference {

/// The end of a list, and an empty bucket.
inline constexpr int kNull = -1;

/// head[M] and next[N] with the visited flags of the N elements.
struct BucketLists {
  std::vector<int> head;
  std::vector<int> next;
  std::vector<bool> visited;

  bool operator==(const BucketLists&) const = default;
};

inline constexpr std::size_t kLongestRun = 64;

/// Stands for the count of a sub-buffer that took no part in a round: not joined yet, or dropped.
inline constexpr std::int64_t kNotDrawn = -1;

/// Points drawn in one round by each sub-buffer, or kNotDrawn.
using RoundCounts = std::vector<std::int64_t>;

struct SortResult {
  BucketLists lists;
  std::vector<RoundCounts> rounds;  ///< in order, including rounds that drew nothing

  std::int64_t pointsDrawn() const;
};

/// Listing 1 to the letter: one buffer, elements written in increasing order, the last element
/// stays. Returns the state after each iteration of the loop; the last entry is the result. Without
/// elements there is one entry, in which all lists are empty.
std::vector<BucketLists> listingOne(const std::vector<int>& bucketOf, int buckets);

/// Returns the sub-buffer of element i out of `count`, with K = min(settings.subBuffers, count)
/// sub-buffers: sub-buffer s holds floor(s N/K) .. floor((s+1) N/K) - 1.
int subBufferOf(std::int64_t element, std::int64_t count, const sort::Settings& settings);

/// Returns the lists of bucketSort() built with partial updates (subBuffers, partition and
/// threshold of `settings`). Round 1 draws only sub-buffer 0. After a round, a sub-buffer that drew
/// nothing is dropped for good, and the first sub-buffer that has not joined joins if the last
/// count of its predecessor is at most the share `threshold` of the predecessor's size. Sub-buffers
/// are drawn in order, elements in increasing order inside each, and the last point on a bucket
/// stays. Every round ends with the next-update of all unvisited elements, joined or not. The sort
/// ends when all sub-buffers have joined and been dropped. Turns first links every run: elements
/// that follow each other and share a bucket, up to a multiple of kLongestRun; all elements of a
/// run except its last are visited and point at the next element. The point of the last element
/// draws the first element. Each sub-buffer is drawn once. Before the draw the nexts of its
/// elements are updated, and after the draw their flags. The elements that are left, as one more
/// sub-buffer, are drawn until a round draws nothing; there is no such round if no element is left.
SortResult bucketSort(const std::vector<int>& bucketOf, int buckets,
                      const sort::Settings& settings);

/// Returns the lists `old` without the elements whose bucket differs between the two mappings:
/// heads, and the next of elements that stay, skip to the first element that stays; a moved element
/// becomes unvisited with next = kNull.
BucketLists unlinkMoved(const BucketLists& old, const std::vector<int>& oldBucketOf,
                        const std::vector<int>& newBucketOf);

/// Returns the lists of a re-sort: unlinkMoved(), one next-update (so that the winner of a
/// non-empty bucket already points at its old head), then the rounds of bucketSort(). With Turns
/// there are only the rounds of the elements that are left; if more than a quarter of the elements
/// moved, bucketSort() takes the place of all this. There are no rounds if no element moved.
SortResult bucketResort(const BucketLists& old, const std::vector<int>& oldBucketOf,
                        const std::vector<int>& newBucketOf, const sort::Settings& settings);

/// Returns the elements of each bucket in increasing order, for any order of the lists. Throws
/// RunError if a list leaves the range of ids or does not end.
std::vector<std::vector<int>> listsAsSets(const std::vector<int>& head,
                                          const std::vector<int>& next);

/// Returns an empty string if each bucket's list holds exactly the elements mapped to it, each
/// once; otherwise the first fault.
std::string listsError(const std::vector<int>& head, const std::vector<int>& next,
                       const std::vector<int>& bucketOf);

}  // namespace gpubuck::reference
