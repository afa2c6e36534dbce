// When the fluid is measured for the plots, and for how long its user waits.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "demo/demo_state.h"
#include "demo/session/clock.h"

namespace gpubuck::demo {

/// Measures every Playback::measureEvery steps, and at the beginning, within a share of the time.
class Measurer {
 public:
  bool isDue(const DemoState& state) const;
  /// Goes on with a measurement that is due, for about so long. True: the fluid may go on. Throws
  /// what FluidSession::measure throws.
  bool goOn(DemoState& state, double seconds);

 private:
  Clock::time_point ended_{};  ///< when the last measurement was complete
  /// The generation and step of a measurement that its user has stopped.
  std::optional<std::pair<int, std::int64_t>> stopped_;
};

}  // namespace gpubuck::demo
