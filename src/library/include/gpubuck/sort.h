// Sorts elements by their buckets.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpubuck/context.h"
// After installation, the next header is below this folder; during a build, it is in src/.
#include "sort/settings.h"

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

using sort::Algorithm;
using sort::Partition;
/// The algorithm of a sort, and the parameters of the paper's sort and of the radix sort.
using SortSettings = sort::Settings;

/// Returns the algorithm with this name, such as "auto" or "bucket", as on the command line. Throws
/// InputError for an unknown name.
Algorithm algorithmNamed(const std::string& name);

/// Sets a parameter of the radix sort, a member of SortSettings::radix, by its name on the command
/// line, such as "key-bits" or "radix-bits". Throws InputError for an unknown name or a value out
/// of range.
void setRadixParameter(SortSettings& settings, const std::string& name, int value);

/// One linked list per bucket: head[c], next[head[c]], ... up to kEnd.
struct Lists {
  static constexpr std::int32_t kEnd = -1;

  std::vector<std::int32_t> head;  ///< the first element of each bucket, or kEnd
  std::vector<std::int32_t> next;  ///< the next element in the same bucket, or kEnd
};

/// The elements bucket by bucket: bucket c has order[start[c]] .. order[start[c+1] - 1], in
/// ascending order.
struct Ranges {
  std::vector<std::int32_t> order;  ///< all elements
  std::vector<std::int32_t> start;  ///< the place in `order` at which each bucket begins, then the
                                    ///< number of elements
};

/// Sorts elements 0 .. N-1 into lists. `bucketOf` holds the bucket of each element, below
/// `buckets`; N is at most 16,777,215 and `buckets` 1..16,777,215 (texels hold 24 bits). The order
/// within a list depends on the algorithm. On the engine Fast, Algorithm::Auto is Atomic. On Paper
/// it is Bucket, or Bitonic if a bucket has more than 200 elements. Algorithms that make ranges are
/// accepted, too; their ranges are linked into lists. For up to 65,536 elements and buckets, the
/// context keeps the textures of the last four sorts, at most 8 MB each, for later calls with the
/// same sizes and settings.
///
/// Bucket takes a round for each element of the longest list. Its time is O(N^2/M) on average for N
/// elements in M buckets, and Theta(N^2) if all elements are in one bucket. Choose Bitonic, or an
/// algorithm that needs OpenGL 4.3, if some buckets may hold thousands of elements.
Lists sortIntoLists(const Context& context, std::span<const std::uint32_t> bucketOf,
                    std::int64_t buckets, const SortSettings& settings = {});

/// Sorts elements into ranges, with at most 16,777,214 buckets. The algorithm may be Bitonic or
/// ABiSort in any context, and Counting or Radix with OpenGL 4.3. Auto is Bitonic on the engine
/// Paper and Counting on Fast. ABiSort takes at most 8,388,608 elements. Throws InputError for an
/// algorithm that makes lists.
Ranges sortIntoRanges(const Context& context, std::span<const std::uint32_t> bucketOf,
                      std::int64_t buckets, const SortSettings& settings = {});

/// The lists on the GPU after a phase of the paper's sort, for lessons.
struct SortPhase {
  /// "cleared", "scattered" and "linked"; in a re-sort also "unlinked" and "relinked"
  /// (src/README.md, "One step of a simulation").
  std::string name;
  bool isResort = false;
  std::int64_t points = 0;  ///< number of points that the scatter of this phase drew; 0 in phases
                            ///< without a scatter
  Lists lists;
  std::vector<bool> placed;  ///< whether each element is in its list (its visited flag)
};

/// Sorts by the paper's sort; the algorithm of `settings` has no effect. If `movedTo` is not empty,
/// it has a bucket per element, and the lists are then re-sorted to these buckets. Returns the
/// state after each phase. Memory and time are proportional to the number of phases times the
/// number of elements. A re-sort in which nothing moves has no phases.
std::vector<SortPhase> traceSort(const Context& context, std::span<const std::uint32_t> bucketOf,
                                 std::int64_t buckets, const SortSettings& settings = {},
                                 std::span<const std::uint32_t> movedTo = {});

}  // namespace gpubuck
#pragma GCC visibility pop
