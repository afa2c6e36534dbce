// How much of a simulation is computed between two pictures of a window.
#pragma once

#include <cstdint>
#include <functional>

#include "dpd/simulation.h"

namespace gpubuck::demo {

/// Advances a simulation for a limited time, so that the window stays responsive however slow a
/// step is: a step that takes longer than a picture may take is computed in parts. Their size, and
/// how many are submitted to the GPU at once, follow from how long the last ones took.
class Pacer {
 public:
  /// Completes at most `steps` steps in about `seconds`, and does at least one part of one.
  /// `beforeStep` and `afterStep` are called around each step; they may be empty. Returns the
  /// steps completed.
  int run(dpd::Simulation& simulation, int steps, double seconds,
          const std::function<void()>& beforeStep, const std::function<void()>& afterStep);

 private:
  void adapt(double seconds, double wanted, std::int64_t particles);

  std::int64_t part_ = 1 << 14;  ///< particles
  int batch_ = 1;                ///< parts between two waits for the GPU
  bool withinStep_ = false;
};

}  // namespace gpubuck::demo
