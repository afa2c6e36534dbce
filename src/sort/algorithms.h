// The table of all sort algorithms. A new one is a value of Algorithm (sort/settings.h) and a row
// here; scenarios, command line, window and tests take it from the table. Also has the names of the
// other settings.
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
  const char* name = "";  ///< in scenarios and on the command line
  const char* help = "";  ///< one sentence or two
  ResultKind result = ResultKind::Lists;
  texel::Engine needs = texel::Engine::Paper;  ///< the engine whose OpenGL it needs
  Factory make = nullptr;                      ///< null for Auto alone, which is resolved first
};

/// All algorithms, Auto first.
std::span<const AlgorithmInfo> algorithms();

const AlgorithmInfo& infoOf(Algorithm algorithm);

inline const char* nameOf(Algorithm algorithm) { return infoOf(algorithm).name; }

/// Returns whether `algorithm` (resolved) makes ranges.
inline bool makesRanges(Algorithm algorithm) {
  return infoOf(algorithm).result == ResultKind::Ranges;
}

/// Returns the algorithm that Auto stands for if a result of this kind is needed: for lists Bucket
/// on the paper engine and Atomic on the fast one, for ranges Bitonic and Counting. Any other
/// algorithm is returned unchanged, whatever its result.
Algorithm resolve(Algorithm algorithm, texel::Engine engine, ResultKind kind = ResultKind::Lists);

/// Returns why `algorithm` cannot run on this context, or an empty string if it can.
std::string whyNot(Algorithm algorithm, const gl::Capabilities& capabilities);

/// Throws InputError for settings out of range.
void requireValid(const Settings& settings);

/// Makes the algorithm for N elements in M buckets; Auto selects the one for lists. Throws RunError
/// if the context lacks the OpenGL version that it needs, and InputError for settings out of range.
std::unique_ptr<Sort> makeSort(const texel::Device& device, const Settings& settings,
                               std::int64_t elements, std::int64_t buckets);

inline const std::vector<EnumName<Algorithm>> kAlgorithmNames = [] {
  std::vector<EnumName<Algorithm>> names;
  for (const AlgorithmInfo& info : algorithms()) {
    names.push_back({info.algorithm, info.name, info.help});
  }
  return names;
}();

inline const std::vector<EnumName<Partition>> kPartitionNames{
    {Partition::Contiguous, "contiguous",
     "The paper's: a sub-buffer is drawn again and again until all of its particles are in their "
     "lists, and the next one joins when at most half of them are drawn. The paper speaks of equal "
     "parts and a predefined threshold, without numbers."},
    {Partition::Turns, "turns",
     "gpubuck's own: a sub-buffer is drawn once and then left alone; the particles that others "
     "have overwritten are gathered and drawn again. Particles in a row that share a cell are one "
     "point. The fastest for sorts, and for re-sorts of few particles; the fewest points if "
     "particles are in the order of their cells."}};

inline const std::vector<RemovedName> kRemovedPartitions{{"interleaved", "turns"},
                                                         {"grouped", "turns"}};

}  // namespace gpubuck::sort
