#include "demo/session/measuring.h"

#include <algorithm>

#include "demo/session/fluid_session.h"
#include "gl/context.h"

namespace gpubuck::demo {
namespace {

// Measurements may take this share of the time.
constexpr double kMeasuringShare = 0.2;

}  // namespace

void Measuring::begin(std::int64_t slice) {
  slice_ = texel::SliceLength(slice);
  stop();
}

bool Measuring::goOn(dpd::Simulation& fluid, Telemetry& telemetry, double seconds,
                     const std::function<bool()>& isOver) {
  const Clock::time_point start = Clock::now();
  const std::int64_t count = fluid.count();
  if (share_ == 0.0) measured_ = 0;
  do {
    const Clock::time_point begun = Clock::now();
    const std::int64_t particles = std::min(slice_.elements(), count);
    if (const auto complete = fluid.measurePart(particles)) {
      telemetry.addMeasurement(*complete);
      if (measuresStructureFactor_) telemetry.addStructureFactor(fluid.structureFactor());
      secondsPerParticle_ = (seconds_ + secondsSince(start)) / double(count);
      stop();
      return true;
    }
    gl::finish();
    measured_ += particles;
    share_ = double(measured_) / double(count);
    slice_.adapt(secondsSince(begun), seconds / kWaitsPerCall, kMostStepsPerSlice * count);
  } while (!isOver());
  seconds_ += secondsSince(start);
  return false;
}

double Measuring::expected(std::int64_t particles) const {
  return secondsPerParticle_ * double(particles);
}

bool Measurer::isDue(FluidSession& session, std::int64_t every) const {
  const auto& measurements = session.telemetry().measurements();
  const std::int64_t step = session.simulation().stepNumber();
  if (every == 0 || !session.failure().empty()) return false;
  if (skipped_ && skipped_->first == session.generation() && step - skipped_->second < every) {
    return false;
  }
  if (measurements.empty() || session.measuring().share() > 0.0) return true;
  return step - measurements.back().step >= every &&
         secondsSince(ended_) * kMeasuringShare >=
             session.measuring().expected(session.simulation().count());
}

bool Measurer::goOn(FluidSession& session, std::int64_t every, double seconds) {
  if (!isDue(session, every)) {
    session.measuring().stop();
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
