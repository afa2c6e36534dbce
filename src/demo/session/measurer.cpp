#include "demo/session/measurer.h"

namespace gpubuck::demo {
namespace {

// Measuring may take this share of the time.
constexpr double kMeasuringShare = 0.2;

}  // namespace

bool Measurer::isDue(const DemoState& state) const {
  FluidSession& session = state.session;
  const auto& measurements = session.telemetry().measurements();
  const std::int64_t every = state.playback.measureEvery;
  const std::int64_t step = session.simulation().stepNumber();
  if (every == 0 || !session.failure().empty()) return false;
  if (stopped_ && stopped_->first == session.generation() && step - stopped_->second < every) {
    return false;
  }
  if (measurements.empty() || session.measuredShare() > 0.0) return true;
  return step - measurements.back().step >= every &&
         secondsSince(ended_) * kMeasuringShare >=
             session.expectedMeasurement(session.simulation().count());
}

bool Measurer::goOn(DemoState& state, double seconds) {
  FluidSession& session = state.session;
  if (std::exchange(state.stopsMeasuring, false)) {
    stopped_ = {session.generation(), session.simulation().stepNumber()};
    state.journal.event("measurement", "stopped");
  }
  if (!isDue(state)) {
    session.stopMeasuring();
    return true;
  }
  if (!session.measure(seconds)) return false;
  ended_ = Clock::now();
  return true;
}

}  // namespace gpubuck::demo
