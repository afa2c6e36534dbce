// Finds the pairs of points in any periodic cell on the processor. It is used for few points, for
// which starting the GPU takes longer than the search, and for many small systems at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// Returns whether a search of `points` points takes less time on the processor than with OpenGL.
/// The command line, the library and all modules follow this rule.
inline bool isForProcessor(std::int64_t points, bool isSoftware = false) {
  return isSoftware || points <= kProcessorPoints;
}

/// Finds the same pairs as PairSearch, by the same images and the same PairRule; with
/// PairOrder::ByBoth also in the same order. Needs no OpenGL. A search changes no member, so that
/// several threads may use the same object.
class ProcessorSearch {
 public:
  using Points = PeriodicImages::Points;

  /// `threads` is the maximum number of threads; 0 stands for one per processor. The result does
  /// not depend on it. Throws InputError for a radius that is not a length.
  explicit ProcessorSearch(const PairSettings& settings, int threads = 0);

  /// Finds the pairs as PairSearch::find() does.
  PairTable find(Points points, std::optional<Points> others, const Cell& cell,
                 const PairQuantities& quantities, const Report& report = {}) const;

  /// Finds the pairs within each of several systems. System b has the points starts[b] .. starts[b
  /// + 1] - 1 and the cell b. Points are numbered through all systems. With every PairOrder, the
  /// pairs of a system come before the pairs of the next system. Throws InputError unless `starts`
  /// ascends from 0 to the number of points. Throws the errors of find(), with the number of the
  /// system.
  PairTable findInSystems(Points points, std::span<const std::int64_t> starts,
                          std::span<const Cell> cells, const PairQuantities& quantities,
                          const Report& report = {}) const;

 private:
  PairSettings settings_;
  int threads_;
};

}  // namespace gpubuck::pairs
