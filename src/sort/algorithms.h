// The table of all sort algorithms. A new algorithm needs a value of Algorithm (sort/settings.h)
// and a row here; scenarios, command line, window and tests take all algorithms from the table. The
// names of the other settings are here, too.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/enum_names.h"
#include "sort/settings.h"
#include "sort/sort.h"
#include "texel/device.h"

namespace gpubuck::sort {

/// The kind of result that an algorithm makes.
enum class ResultKind { Lists, Ranges };

struct AlgorithmInfo {
  using Factory = std::unique_ptr<Sort> (*)(const texel::Device& device, const Settings& settings,
                                            std::int64_t elements, std::int64_t buckets);

  Algorithm algorithm = Algorithm::Auto;
  const char* name = "";  ///< name in scenarios and on the command line
  const char* help = "";  ///< description in a few sentences
  ResultKind result = ResultKind::Lists;
  texel::Engine needs = texel::Engine::Paper;  ///< the engine whose OpenGL version it needs
  Factory make = nullptr;                      ///< null only for Auto, which is resolved first
};

/// Returns all algorithms, Auto first.
std::span<const AlgorithmInfo> algorithms();

const AlgorithmInfo& infoOf(Algorithm algorithm);

inline const char* nameOf(Algorithm algorithm) { return infoOf(algorithm).name; }

/// Returns whether `algorithm`, which must not be Auto, makes ranges.
inline bool makesRanges(Algorithm algorithm) {
  return infoOf(algorithm).result == ResultKind::Ranges;
}

/// Returns the algorithm that Auto stands for if a result of this kind is needed. On the paper
/// engine this is Bucket for lists and Bitonic for ranges, on the fast engine Atomic for lists and
/// Counting for ranges. Any other algorithm is returned unchanged, even if its result is of the
/// other kind.
Algorithm resolve(Algorithm algorithm, texel::Engine engine, ResultKind kind = ResultKind::Lists);

/// The largest number of elements in a list for which Auto selects Bucket.
inline constexpr std::int64_t kLongestDrawnList = 200;

/// Returns the number of elements of the largest bucket. All entries of `bucketOf` must be below
/// `buckets` (> 0).
std::int64_t longestList(std::span<const std::uint32_t> bucketOf, std::int64_t buckets);

/// Returns the algorithm that Auto stands for if lists are needed and the longest list is known. If
/// this list has more than kLongestDrawnList elements, Bitonic replaces Bucket (unless there are
/// too many buckets for BucketRanges), and the ranges of Bitonic are then linked to lists. The
/// bucket sort takes a round for each element of the longest list, O(N^2/M) time on average and
/// Theta(N^2) for one bucket (paper, section 2.1); the time of a bitonic sort does not depend on
/// the buckets. Any other algorithm is returned unchanged.
Algorithm resolveForLists(Algorithm algorithm, texel::Engine engine, std::int64_t longest,
                          std::int64_t buckets);

/// Returns why `algorithm` cannot run on this context, or an empty string if it can.
std::string whyNot(Algorithm algorithm, const gl::Capabilities& capabilities);

/// Throws InputError for settings out of range.
void requireValid(const Settings& settings);

/// Makes the sort of N elements into M buckets; Auto selects the algorithm for lists. Throws
/// RunError if the context lacks the OpenGL version that the algorithm needs, and InputError for
/// settings out of range.
std::unique_ptr<Sort> makeSort(const texel::Device& device, const Settings& settings,
                               std::int64_t elements, std::int64_t buckets);

inline const std::vector<EnumName<Algorithm>> kAlgorithmNames = [] {
  std::vector<EnumName<Algorithm>> names;
  for (const AlgorithmInfo& info : algorithms()) {
    names.push_back({info.algorithm, info.name, info.help});
  }
  return names;
}();

/// A parameter of the radix sort that a user may set.
struct RadixParameter {
  const char* name;
  int RadixSettings::*member;
  int least, most;
  const char* help;
};

inline const std::vector<RadixParameter> kRadixParameters{
    {"key-bits", &RadixSettings::keyBits, 1, 32,
     "b: number of low bits of a bucket's number by which to sort; the number of the last bucket "
     "must not have more bits"},
    {"radix-bits", &RadixSettings::radixBits, 1, 16, "r: bits per pass"},
    {"threads", &RadixSettings::threadsPerGroup, 32, 1024,
     "I: invocations per work group, a multiple of 32"},
    {"items", &RadixSettings::itemsPerThread, 1, 64, "keys per invocation and tile"},
    {"groups", &RadixSettings::groups, 1, 65535, "G: maximum number of work groups"},
    {"scan-parts", &RadixSettings::scanSplit, 1, 4096,
     "s: number of parts of the counts, which are summed in parallel"}};

inline const std::vector<EnumName<Partition>> kPartitionNames{
    {Partition::Contiguous, "contiguous",
     "The paper's way: a sub-buffer is drawn again and again until all of its particles are in "
     "their lists, and the next sub-buffer joins when the sub-buffer before it draws at most the "
     "share `threshold` of its particles. The paper speaks of equal parts and a predefined "
     "threshold, without numbers."},
    {Partition::Turns, "turns",
     "gpubuck's own way: a sub-buffer is drawn once and then left alone; the particles that others "
     "have overwritten are gathered and drawn again. Particles that follow each other in memory "
     "and share a cell are drawn as one point. This is the fastest way to sort, and to re-sort few "
     "particles; it draws the fewest points if particles are in the order of their cells."}};

}  // namespace gpubuck::sort
