// Schedules the measurements of the fluid for the plots.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "demo/demo_state.h"
#include "demo/session/clock.h"

namespace gpubuck::demo {

/// Measures the fluid at its start and every Playback::measureEvery steps, within a share of the
/// time.
class Measurer {
 public:
  bool isDue(const DemoState& state) const;
  /// Continues a measurement that is due for about `seconds`. Returns true if the fluid may
  /// continue. Throws as FluidSession::measure.
  bool goOn(DemoState& state, double seconds);

 private:
  Clock::time_point ended_{};  ///< when the last measurement was complete
  /// Generation and step of a measurement that the user has skipped.
  std::optional<std::pair<int, std::int64_t>> stopped_;
};

}  // namespace gpubuck::demo
