// The pairs of points in any periodic cell, found on the processor: for few points, for which the
// GPU takes longer to start than to search, and for many small systems at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// Returns whether the processor searches `points` points in less time than the OpenGL at hand,
/// which may be a software renderer. Command line, library and all modules follow this rule.
inline bool isForProcessor(std::int64_t points, bool isSoftware = false) {
  return isSoftware || points <= kProcessorPoints;
}

/// Finds the same pairs as PairSearch, with PairOrder::ByBoth in the same order, by the same images
/// and the same PairRule. Needs no OpenGL. Keeps nothing, so that several threads may use it.
class ProcessorSearch {
 public:
  using Points = PeriodicImages::Points;

  /// `threads`: maximum number of threads; 0 stands for one per processor. It has no effect on the
  /// result. Throws InputError for a radius that is not a length.
  explicit ProcessorSearch(const PairSettings& settings, int threads = 0);

  /// Finds the pairs as PairSearch::find() does.
  PairTable find(Points points, std::optional<Points> others, const Cell& cell,
                 const PairQuantities& quantities, const Report& report = {}) const;

  /// Finds the pairs within each of several systems. System b has the points starts[b] .. starts[b
  /// + 1] - 1 and the cell b. Points are numbered through all systems. The pairs come system by
  /// system with every PairOrder. Throws InputError unless `starts` ascends from 0 to the number of
  /// points, and the errors of find() with the number of the system.
  PairTable findInSystems(Points points, std::span<const std::int64_t> starts,
                          std::span<const Cell> cells, const PairQuantities& quantities,
                          const Report& report = {}) const;

 private:
  PairSettings settings_;
  int threads_;
};

}  // namespace gpubuck::pairs
