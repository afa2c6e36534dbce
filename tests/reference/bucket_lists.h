// Oracle of the paper's bucket sort (section 2, listing 1), its partial updates (section 2.1) and
// its re-sort (section 2.2): the expected head and next, bit for bit, and the number of points per
// round.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sort/settings.h"

namespace gpubuck::reference {

/// Marks the end of a list, and an empty bucket.
inline constexpr int kNull = -1;

/// head[M] and next[N], and a flag for each of the N elements that says whether it has been
/// visited.
struct BucketLists {
  std::vector<int> head;
  std::vector<int> next;
  std::vector<bool> visited;

  bool operator==(const BucketLists&) const = default;
};

inline constexpr std::size_t kLongestRun = 64;

/// The count of a sub-buffer that is not drawn in a round: it has not joined yet, or has been
/// dropped.
inline constexpr std::int64_t kNotDrawn = -1;

/// The number of points that each sub-buffer drew in a round, or kNotDrawn.
using RoundCounts = std::vector<std::int64_t>;

struct SortResult {
  BucketLists lists;
  std::vector<RoundCounts> rounds;  ///< in order, including rounds that drew nothing

  std::int64_t pointsDrawn() const;
};

/// Listing 1 to the letter: there is one buffer, elements are written in increasing order, and the
/// last element written to a bucket stays. Returns the state after each iteration of the loop. The
/// last entry is the result. Without elements there is one entry, in which all lists are empty.
std::vector<BucketLists> listingOne(const std::vector<int>& bucketOf, int buckets);

/// Returns the sub-buffer of an element out of `count` elements. There are K =
/// min(settings.subBuffers, count) sub-buffers, and with N = count, sub-buffer s holds the elements
/// floor(s N/K) .. floor((s+1) N/K) - 1.
int subBufferOf(std::int64_t element, std::int64_t count, const sort::Settings& settings);

/// Returns the lists and the rounds of a sort with partial updates, by subBuffers, partition and
/// threshold of `settings`. Round 1 draws only sub-buffer 0. After a round, a sub-buffer that drew
/// nothing is dropped for good. The first sub-buffer that has not joined yet joins if the last
/// count of its predecessor is at most `threshold` times the predecessor's size. Sub-buffers are
/// drawn in order, and the elements of each in increasing order. The last point drawn on a bucket
/// stays. Every round ends with the next-update of all unvisited elements, whether or not they have
/// joined. The sort ends when all sub-buffers have joined and been dropped. The partition Turns
/// first links every run. A run consists of successive elements that share a bucket. It also ends
/// before each element whose number is a multiple of kLongestRun. All elements of a run except its
/// last are then visited, and point at the next element. The point of the last element draws the
/// first element of the run. Each sub-buffer is drawn once. Before the draw the nexts of its
/// elements are updated, and after the draw their flags. The elements that are left form one more
/// sub-buffer, which is drawn until a round draws nothing. If no element is left, there is no such
/// round.
SortResult bucketSort(const std::vector<int>& bucketOf, int buckets,
                      const sort::Settings& settings);

/// Returns the lists `old` without the elements whose bucket differs between the two mappings.
/// Heads, and the nexts of elements that stay, skip moved elements up to the first element that
/// stays. A moved element becomes unvisited, with next = kNull.
BucketLists unlinkMoved(const BucketLists& old, const std::vector<int>& oldBucketOf,
                        const std::vector<int>& newBucketOf);

/// Re-sorts: calls unlinkMoved(), makes one next-update, so that the winner of a non-empty bucket
/// already points at the bucket's old head, and then makes the rounds of bucketSort(). With the
/// partition Turns, bucketSort() replaces the re-sort if more than a quarter of the elements moved.
/// Otherwise there are only the rounds that draw the moved elements. If no element moved, there are
/// no rounds.
SortResult bucketResort(const BucketLists& old, const std::vector<int>& oldBucketOf,
                        const std::vector<int>& newBucketOf, const sort::Settings& settings);

/// Returns the elements of each bucket in increasing order, whatever the order of the lists. Throws
/// RunError if a list has an id out of range or does not end.
std::vector<std::vector<int>> listsAsSets(const std::vector<int>& head,
                                          const std::vector<int>& next);

/// Returns an empty string if the list of each bucket holds exactly the elements mapped to the
/// bucket, each once. Otherwise returns the first fault.
std::string listsError(const std::vector<int>& head, const std::vector<int>& next,
                       const std::vector<int>& bucketOf);

}  // namespace gpubuck::reference
