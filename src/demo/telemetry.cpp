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
  rounds_.clear();
}

void Telemetry::restartTimes() {
  passes_.clear();
  lastTimes_.clear();
  stepsInInterval_ = 0;
  framesInInterval_ = 0;
  intervalBegun_ = Clock::now();
}

void Telemetry::addStep(std::int64_t step, const sort::Statistics* statistics) {
  ++stepsInInterval_;
  rounds_.clear();
  if (statistics == nullptr) return;
  steps_.push_back({step, statistics->moved, statistics->pointsDrawn, statistics->iterations});
  if (steps_.size() > kMaxSteps) steps_.pop_front();
  rounds_ = statistics->rounds;
}

void Telemetry::addMeasurement(const dpd::Observables& observables) {
  if (measurements_.size() >= kMaxMeasurements) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < measurements_.size(); k += 2) {
      measurements_[kept++] = measurements_[k];
    }
    measurements_.resize(kept);
  }
  measurements_.push_back(observables);
}

void Telemetry::addFrame() { ++framesInInterval_; }

void Telemetry::update(texel::Profiler& profiler, std::int64_t particles) {
  const Clock::time_point now = Clock::now();
  if (now - intervalBegun_ < kRateInterval) return;
  const double seconds = std::chrono::duration<double>(now - intervalBegun_).count();
  framesPerSecond_ = static_cast<double>(framesInInterval_) / seconds;
  stepsPerSecond_ = static_cast<double>(stepsInInterval_) / seconds;
  particleStepsPerSecond_ = stepsPerSecond_ * static_cast<double>(particles);

  updatePasses(profiler.latest());
  intervalBegun_ = now;
  stepsInInterval_ = 0;
  framesInInterval_ = 0;
}

void Telemetry::updatePasses(const std::vector<texel::PassTime>& times) {
  const std::vector<texel::PassTime> before = std::exchange(lastTimes_, times);
  if (stepsInInterval_ == 0) return;  // What is shown stays.
  auto shares = passShares(before, times, stepsInInterval_, framesInInterval_);
  if (!shares.empty()) passes_ = std::move(shares);
}

}  // namespace gpubuck::demo
