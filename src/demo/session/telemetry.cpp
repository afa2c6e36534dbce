#include "demo/session/telemetry.h"

#include <algorithm>
#include <utility>

namespace gpubuck::demo {
namespace {

constexpr std::chrono::seconds kRateInterval{1};

Stage stageOf(const std::string& pass) {
  const auto has = [&](const char* word) { return pass.find(word) != std::string::npos; };
  if (pass.starts_with("render/")) return Stage::Particles;
  for (const char* word : {"force_move", "molecule_forces", "dpd/density", "apply_effect"}) {
    if (has(word)) return Stage::Forces;
  }
  for (const char* word : {"dpd/measure", "composition", "layer_profile", "texel/sum",
                           "list_lengths", "find_failed"}) {
    if (has(word)) return Stage::Measurements;
  }
  return Stage::Sort;
}

bool isOfRounds(const std::string& pass) {
  // The two passes in "texel/" count elements in place of an occlusion query.
  return pass.starts_with("sort/scatter_heads") || pass.starts_with("sort/update_") ||
         (pass.starts_with("sort/") && pass.find("unvisited") != std::string::npos) ||
         pass == "texel/count_flags" || pass == "texel/add_counts";
}

}  // namespace

std::vector<StageCost> stageCosts(const std::vector<texel::PassTime>& before,
                                  const std::vector<texel::PassTime>& now,
                                  const Interval& interval) {
  using enum Stage;
  std::vector<StageCost> stages;
  for (const Stage stage : {Sort, Forces, Measurements, Particles, Interface, Presenting}) {
    stages.push_back({stage});
  }
  const auto add = [&](Stage stage, double milliseconds) {
    StageCost& cost = stages[static_cast<std::size_t>(stage)];
    const std::int64_t runs = cost.isOfPicture() ? interval.pictures : interval.steps;
    const double each = runs > 0 ? milliseconds / static_cast<double>(runs) : 0.0;
    cost.milliseconds += each;
    if (interval.seconds > 0.0) cost.share += milliseconds * 1e-3 / interval.seconds;
    return each;
  };
  for (std::size_t k = 0; k < now.size(); ++k) {
    const double spent = now[k].milliseconds - (k < before.size() ? before[k].milliseconds : 0.0);
    const Stage stage = stageOf(now[k].name);
    const double each = add(stage, spent);
    stages[static_cast<std::size_t>(stage)].passes.push_back({now[k].name, each});
  }
  add(Interface, interval.interfaceSeconds * 1e3);
  add(Presenting, interval.presentSeconds * 1e3);
  return stages;
}

StepCost stepCost(const std::vector<StageCost>& stages) {
  StepCost cost;
  for (const StageCost& each : stages) {
    if (each.stage == Stage::Forces) cost.forces += each.milliseconds;
    if (each.stage != Stage::Sort) continue;
    cost.sort += each.milliseconds;
    for (const PassCost& pass : each.passes) {
      if (isOfRounds(pass.name)) cost.rounds += pass.milliseconds;
    }
  }
  cost.all = cost.forces + cost.sort;
  return cost;
}

void Telemetry::restart() {
  measurements_.clear();
  structureFactor_.reset();
  steps_.clear();
}

void Telemetry::restartTimes() {
  stages_ = stageCosts({}, {}, {});
  lastTimes_.clear();
  beginInterval(Clock::now());
}

void Telemetry::restartRates() {
  rates_.reset();
  beginInterval(Clock::now());
  stepsBegun_ = intervalBegun_;
}

void Telemetry::beginInterval(Clock::time_point now) {
  interval_ = {};
  intervalBegun_ = now;
}

void Telemetry::addFrame(double interfaceSeconds, double presentSeconds) {
  ++interval_.pictures;
  interval_.interfaceSeconds += interfaceSeconds;
  interval_.presentSeconds += presentSeconds;
}

void Telemetry::goBackTo(std::int64_t step) {
  std::erase_if(measurements_, [&](const dpd::Observables& each) { return each.step > step; });
  if (structureFactor_ && structureFactor_->step > step) structureFactor_.reset();
  std::erase_if(steps_, [&](const StepRecord& each) { return each.step > step; });
}

void Telemetry::show(std::vector<dpd::Observables> all, std::int64_t step) {
  measurements_ = std::move(all);
  goBackTo(step);
}

void Telemetry::addStep(std::int64_t step, const sort::Statistics* statistics, bool isResort) {
  ++interval_.steps;
  if (statistics == nullptr) return;
  steps_.push_back({step, *statistics, isResort});
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

void Telemetry::update(texel::Profiler& profiler, std::int64_t particles, Clock::time_point now) {
  if (now - intervalBegun_ < kRateInterval) return;
  interval_.seconds = std::chrono::duration<double>(now - intervalBegun_).count();
  const double elapsed = std::chrono::duration<double>(now - stepsBegun_).count();
  double steps = static_cast<double>(interval_.steps) / elapsed;
  if (interval_.steps == 0 && rates_) steps = std::min(rates_->steps, 1.0 / elapsed);
  if (interval_.steps > 0) stepsBegun_ = now;
  rates_ = {.frames = static_cast<double>(interval_.pictures) / interval_.seconds,
            .steps = steps,
            .particleSteps = steps * static_cast<double>(particles)};

  const std::vector<texel::PassTime> before = std::exchange(lastTimes_, profiler.latest());
  // In an interval without steps the last values remain.
  if (interval_.steps > 0) stages_ = stageCosts(before, lastTimes_, interval_);
  beginInterval(now);
}

}  // namespace gpubuck::demo
