#include "demo/telemetry.h"

#include <algorithm>
#include <numeric>

namespace gpubuck::demo {
namespace {

constexpr std::chrono::milliseconds kRateInterval{500};
constexpr const char* kDrawingPasses = "render/";

}  // namespace

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
  std::vector<double> spent;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double before = k < lastTimes_.size() ? lastTimes_[k].milliseconds : 0.0;
    spent.push_back(times[k].milliseconds - before);
  }
  lastTimes_ = times;
  const double all = std::accumulate(spent.begin(), spent.end(), 0.0);
  if (stepsInInterval_ == 0 || all <= 0.0) return;  // What is shown stays.

  passes_.clear();
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool drawing = times[k].name.starts_with(kDrawingPasses);
    const std::int64_t runs = drawing ? framesInInterval_ : stepsInInterval_;
    const double each = runs > 0 ? spent[k] / static_cast<double>(runs) : 0.0;
    passes_.push_back({times[k].name, drawing, each, spent[k] / all});
  }
  std::stable_sort(passes_.begin(), passes_.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
}

}  // namespace gpubuck::demo
