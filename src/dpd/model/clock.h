// Where a run is: its step and the time that has passed. Plain data.
#pragma once

#include <cstdint>

namespace gpubuck::dpd {

/// Beyond it steps are not distinct as doubles, nor is time.
inline constexpr std::int64_t kMaxStep = std::int64_t{1} << 53;

/// Time is counted from where the time step last changed: one product rounds once, and a run that
/// goes on from a copy of its clock has the time it would have had, bit for bit.
struct Clock {
  std::int64_t step = 0;
  double dt = 0.0;             ///< the time step, which holds ...
  std::int64_t sinceStep = 0;  ///< ... since this step ...
  double sinceTime = 0.0;      ///< ... and this time

  /// The sum of all time steps made.
  double time() const { return sinceTime + static_cast<double>(step - sinceStep) * dt; }

  /// Another time step from now on: time goes on from where it is.
  void setTimeStep(double next) {
    if (next == dt) return;
    sinceTime = time();
    sinceStep = step;
    dt = next;
  }
};

}  // namespace gpubuck::dpd
