// Settings of the sort of a time step. Plain data; no OpenGL.
#pragma once

#include "sort/settings.h"

namespace gpubuck::dpd {

/// The particles that a step sorts: all, or only particles that changed their cell.
enum class SortMode { Sort, Resort };

/// The way in which passes that visit neighbours find them on the paper engine.
enum class Traversal {
  Copies,  ///< copies of all particles in the order of their cells, walked as ranges
  Lists    ///< head and next, walked element by element as in the paper (section 3)
};

/// The kinds of settings: any, or only the settings that withMethod() makes.
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

/// Returns `settings` by this method. The method of 2007 is the method of the paper: the bucket
/// sort of listing 1 with sub-buffers in contiguous parts (section 2.1), particles that stay where
/// they are in memory, and forces along the lists (section 3), on the paper engine. Its parameters
/// stay as they are: sort or re-sort (section 2.2), the number of sub-buffers and their threshold.
/// The method of today keeps these settings, too, and has the default of every other setting.
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
