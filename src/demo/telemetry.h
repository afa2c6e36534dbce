// What the window shows about the running fluid: histories, rates and times. Plain data.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "dpd/observables.h"
#include "sort/bucket_sort.h"
#include "texel/profiler.h"

namespace gpubuck::demo {

/// What the sort or re-sort of one step did.
struct StepRecord {
  std::int64_t step = 0;
  sort::Statistics sort;
};

/// GPU time of one pass over the last interval.
struct PassShare {
  std::string name;
  bool drawing = false;       ///< draws the picture, and is not part of a time step
  double milliseconds = 0.0;  ///< per time step, or per picture
  double share = 0.0;         ///< of the time of all passes
};

/// What each pass took between two readings of the profiler, in which `steps` steps and `pictures`
/// pictures were made. By falling share; empty where no time went by.
std::vector<PassShare> passShares(const std::vector<texel::PassTime>& before,
                                  const std::vector<texel::PassTime>& now, std::int64_t steps,
                                  std::int64_t pictures);

/// Per second of real time, over the last interval.
struct Rates {
  double frames = 0.0;  ///< pictures
  double steps = 0.0;
  double particleSteps = 0.0;  ///< steps times particles
};

class Telemetry {
 public:
  /// Forgets everything: a new fluid begins.
  void restart();
  /// The device is a new one: the timing of passes starts again.
  void restartTimes();

  /// `statistics`: null where the sort has none.
  void addStep(std::int64_t step, const sort::Statistics* statistics);
  void addMeasurement(const dpd::Observables& observables);
  void addFrame() { ++framesInInterval_; }
  /// Refreshes rates and times every half second. `particles`: how many one step moves.
  void update(texel::Profiler& profiler, std::int64_t particles);

  /// By rising time. At most kMaxMeasurements: when full, every other one is dropped.
  const std::vector<dpd::Observables>& measurements() const { return measurements_; }
  /// The last kMaxSteps steps whose sort has statistics, oldest first.
  const std::deque<StepRecord>& steps() const { return steps_; }
  /// By falling share.
  const std::vector<PassShare>& passes() const { return passes_; }
  const Rates& rates() const { return rates_; }

  static constexpr std::size_t kMaxMeasurements = 4096;
  static constexpr std::size_t kMaxSteps = 240;

 private:
  using Clock = std::chrono::steady_clock;

  void beginInterval();

  std::vector<dpd::Observables> measurements_;
  std::deque<StepRecord> steps_;
  std::vector<PassShare> passes_;
  std::vector<texel::PassTime> lastTimes_;
  Rates rates_;
  Clock::time_point intervalBegun_ = Clock::now();
  std::int64_t stepsInInterval_ = 0;
  std::int64_t framesInInterval_ = 0;
};

}  // namespace gpubuck::demo
