// The progress of a run: its step and the time that has passed. Plain data.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace gpubuck::dpd {

/// The largest number of a step. Doubles can represent every number of a step up to this number,
/// but not all larger numbers.
inline constexpr std::int64_t kMaxStep = std::int64_t{1} << 53;

/// Time is counted from the last change of the time step. It is the time of this change plus the
/// product of `dt` and the steps since then, so that rounding errors do not grow with the number of
/// steps. A run that continues from a copy of its clock has the same time as a run without a stop,
/// bit for bit.
struct Clock {
  std::int64_t step = 0;
  double dt = 0.0;             ///< the time step
  std::int64_t sinceStep = 0;  ///< the step at which the time step was last changed
  double sinceTime = 0.0;      ///< the time at that step

  /// Returns the sum of all time steps made.
  double time() const { return sinceTime + static_cast<double>(step - sinceStep) * dt; }

  /// Changes the time step from now on; the time that has passed stays.
  void setTimeStep(double next) {
    if (next == dt) return;
    sinceTime = time();
    sinceStep = step;
    dt = next;
  }
};

/// Throws RunError if no step can begin at this clock.
inline void requireNextStep(const Clock& clock) {
  if (clock.step < kMaxStep) return;
  throw RunError("step " + std::to_string(clock.step), "is the last step that a run can count");
}

}  // namespace gpubuck::dpd
