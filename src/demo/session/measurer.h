// Schedules the measurements of the fluid for the plots.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "demo/session/fluid_session.h"
#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Measures the fluid at its start and then at intervals in steps, `every`, within a share of the
/// time. An interval of 0 means never.
class Measurer {
 public:
  bool isDue(FluidSession& session, std::int64_t every) const;
  /// Continues a measurement that is due for about `seconds`. Returns true if the fluid may
  /// continue. Throws as FluidSession::measure.
  bool goOn(FluidSession& session, std::int64_t every, double seconds);
  /// Skips the measurement under way: the next one is due after an interval.
  void skip(FluidSession& session);

 private:
  Clock::time_point ended_{};  ///< when the last measurement was complete
  /// Generation and step of a measurement that has been skipped.
  std::optional<std::pair<int, std::int64_t>> skipped_;
};

}  // namespace gpubuck::demo
