#include "demo/telemetry.h"

#include <algorithm>
#include <utility>

namespace gpubuck::demo {
namespace {

constexpr std::chrono::milliseconds kRateInterval{500};
constexpr const char* kDrawingPasses = "render/";

}  // namespace

std::vector<PassShare> passShares(const std::vector<texel::PassTime>& before,
                                  const std::vector<texel::PassTime>& now, std::int64_t steps,
                                  std::int64_t pictures) {
  std::vector<PassShare> shares;
  double all = 0.0;
  for (std::size_t k = 0; k < now.size(); ++k) {
    const double spent = now[k].milliseconds - (k < before.size() ? before[k].milliseconds : 0.0);
    const bool drawing = now[k].name.starts_with(kDrawingPasses);
    const std::int64_t runs = drawing ? pictures : steps;
    const double each = runs > 0 ? spent / static_cast<double>(runs) : 0.0;
    shares.push_back({now[k].name, drawing, each, spent});
    all += spent;
  }
  if (all <= 0.0) return {};
  for (PassShare& pass : shares) pass.share /= all;
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
  return shares;
}

void Telemetry::restart() {
  measurements_.clear();
  steps_.clear();
}

void Telemetry::restartTimes() {
  passes_.clear();
  lastTimes_.clear();
  beginInterval();
}

void Telemetry::beginInterval() {
  stepsInInterval_ = framesInInterval_ = 0;
  intervalBegun_ = Clock::now();
}

void Telemetry::addStep(std::int64_t step, const sort::Statistics* statistics) {
  ++stepsInInterval_;
  if (statistics == nullptr) return;
  steps_.push_back({step, *statistics});
  if (steps_.size() > kMaxSteps) steps_.pop_front();
}

void Telemetry::addMeasurement(const dpd::Observables& observables) {
  if (measurements_.size() >= kMaxMeasurements) {
    const std::size_t kept = (measurements_.size() + 1) / 2;
    for (std::size_t k = 1; k < kept; ++k) measurements_[k] = measurements_[2 * k];
    measurements_.resize(kept);
  }
  measurements_.push_back(observables);
}

void Telemetry::update(texel::Profiler& profiler, std::int64_t particles) {
  const std::chrono::duration<double> interval = Clock::now() - intervalBegun_;
  if (interval < kRateInterval) return;
  rates_.frames = static_cast<double>(framesInInterval_) / interval.count();
  rates_.steps = static_cast<double>(stepsInInterval_) / interval.count();
  rates_.particleSteps = rates_.steps * static_cast<double>(particles);

  const std::vector<texel::PassTime> before = std::exchange(lastTimes_, profiler.latest());
  auto shares = passShares(before, lastTimes_, stepsInInterval_, framesInInterval_);
  // While no step is made, what is shown stays.
  if (stepsInInterval_ > 0 && !shares.empty()) passes_ = std::move(shares);
  beginInterval();
}

}  // namespace gpubuck::demo
