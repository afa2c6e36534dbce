// How much of a simulation is computed between two pictures of a window.
#pragma once

#include <cstdint>
#include <functional>

#include "dpd/simulation.h"

namespace gpubuck::demo {

/// How much work is submitted to the GPU at once.
struct Portion {
  std::int64_t part = 1 << 14;  ///< particles: a step of more is made in parts
  int batch = 1;                ///< parts between two waits for the GPU

  /// Once a portion has taken `seconds` where `wanted` were meant: makes the next one larger or
  /// smaller. Parts grow up to all `particles` before batches do, and batches shrink before parts.
  void adapt(double seconds, double wanted, std::int64_t particles);

  bool operator==(const Portion&) const = default;
};

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
  Portion portion_;
  bool withinStep_ = false;
};

}  // namespace gpubuck::demo
