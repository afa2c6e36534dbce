// Settings of a time step: its sort, and the way in which it finds neighbours. Plain data; no
// OpenGL.
#pragma once

#include "sort/settings.h"

namespace gpubuck::dpd {

/// The particles that a step sorts: all particles, or only particles that have changed their cell.
enum class SortMode { Sort, Resort };

/// The way in which the passes of a PaperStep find neighbours.
enum class Traversal {
  Copies,  ///< passes walk ranges of copies of all particles, in the order of their cells
  Lists    ///< passes follow the lists (head and next) element by element, as in the paper (section
           ///< 3)
};

/// The method that restricts settings: Today allows any settings, Year2007 only the settings
/// that withMethod() makes.
enum class StepMethod { Today, Year2007 };

struct StepSettings {
  StepMethod method = StepMethod::Today;
  sort::Settings sort{};
  SortMode mode = SortMode::Resort;
  /// Number of steps after which the particles are put into the order of their cells in memory; 0
  /// never reorders them.
  int reorderEvery = 100;
  Traversal traversal = Traversal::Copies;

  bool operator==(const StepSettings&) const = default;
};

/// Returns `settings` adapted to a method. The method of 2007 is the method of the paper: the
/// bucket sort of listing 1 with sub-buffers in contiguous parts (section 2.1), particles that stay
/// where they are in memory, and forces along the lists (section 3), on the paper engine. The
/// choice between sort and re-sort (section 2.2), the number of sub-buffers and their threshold are
/// kept from `settings`. The method of today keeps the same three settings, and resets all other
/// settings to their defaults.
inline StepSettings withMethod(const StepSettings& settings, StepMethod method) {
  StepSettings result{.method = method, .mode = settings.mode};
  result.sort.subBuffers = settings.sort.subBuffers;
  result.sort.threshold = settings.sort.threshold;
  if (method == StepMethod::Today) return result;
  result.sort.algorithm = sort::Algorithm::Bucket;
  result.sort.partition = sort::Partition::Contiguous;
  result.reorderEvery = 0;
  result.traversal = Traversal::Lists;
  return result;
}

}  // namespace gpubuck::dpd
