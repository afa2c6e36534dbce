// How a time step finds the particles of each cell. Plain data; no OpenGL.
#pragma once

#include "sort/settings.h"

namespace gpubuck::dpd {

/// Whether a step sorts all particles or only those that changed their cell.
enum class SortMode { Sort, Resort };

struct StepSettings {
  sort::Settings sort{};
  SortMode mode = SortMode::Resort;
  /// Steps after which the particles are put into the order of their cells in memory; 0: never.
  int reorderEvery = 100;

  bool operator==(const StepSettings&) const = default;
};

}  // namespace gpubuck::dpd
