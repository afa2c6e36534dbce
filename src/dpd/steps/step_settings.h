// Settings of the sort of a time step. Plain data; no OpenGL.
#pragma once

#include "sort/settings.h"

namespace gpubuck::dpd {

/// The particles that a step sorts: all, or only those that changed their cell.
enum class SortMode { Sort, Resort };

struct StepSettings {
  sort::Settings sort{};
  SortMode mode = SortMode::Resort;
  /// Number of steps after which the particles are put into the order of their cells in memory; 0
  /// never reorders them.
  int reorderEvery = 100;

  bool operator==(const StepSettings&) const = default;
};

}  // namespace gpubuck::dpd
