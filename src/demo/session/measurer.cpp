#include "demo/session/measurer.h"

namespace gpubuck::demo {
namespace {

// Measuring may take this share of the time.
constexpr double kMeasuringShare = 0.2;

}  // namespace

bool Measurer::isDue(FluidSession& session, std::int64_t every) const {
  const auto& measurements = session.telemetry().measurements();
  const std::int64_t step = session.simulation().stepNumber();
  if (every == 0 || !session.failure().empty()) return false;
  if (skipped_ && skipped_->first == session.generation() && step - skipped_->second < every) {
    return false;
  }
  if (measurements.empty() || session.measuredShare() > 0.0) return true;
  return step - measurements.back().step >= every &&
         secondsSince(ended_) * kMeasuringShare >=
             session.expectedMeasurement(session.simulation().count());
}

bool Measurer::goOn(FluidSession& session, std::int64_t every, double seconds) {
  if (!isDue(session, every)) {
    session.stopMeasuring();
    return true;
  }
  if (!session.measure(seconds)) return false;
  ended_ = Clock::now();
  return true;
}

void Measurer::skip(FluidSession& session) {
  skipped_ = {session.generation(), session.simulation().stepNumber()};
}

}  // namespace gpubuck::demo
