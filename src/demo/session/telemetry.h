// What the window shows about the running fluid: histories, rates and times. Plain data.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "demo/session/clock.h"
#include "dpd/observables.h"
#include "sort/rounds.h"
#include "texel/profiler.h"

namespace gpubuck::demo {

/// What the sort or re-sort of one step did.
struct StepRecord {
  std::int64_t step = 0;
  sort::Statistics sort;
};

/// What the time is spent on, in the order of the table.
enum class Stage { Sort, Forces, Measurements, Particles, Interface, Presenting };

/// One pass over the last interval.
struct PassCost {
  std::string name;
  double milliseconds = 0.0;  ///< per time step, or per picture
};

/// A row of the table of times.
struct StageCost {
  Stage stage = Stage::Sort;
  double milliseconds = 0.0;       ///< per time step, or per picture
  double share = 0.0;              ///< of the interval
  std::vector<PassCost> passes{};  ///< in the order in which they first ran

  /// Happens once per picture, not once per time step.
  bool isOfPicture() const { return stage >= Stage::Particles; }
};

/// What went by between two readings.
struct Interval {
  double seconds = 0.0;
  std::int64_t steps = 0;
  std::int64_t pictures = 0;
  double interfaceSeconds = 0.0;  ///< to lay out and draw the panels
  double presentSeconds = 0.0;    ///< until the display had taken the pictures
};

/// All stages in their order, whatever ran: a table of them never changes its shape.
std::vector<StageCost> stageCosts(const std::vector<texel::PassTime>& before,
                                  const std::vector<texel::PassTime>& now,
                                  const Interval& interval);

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
  /// A picture has been shown: see Interval.
  void addFrame(double interfaceSeconds, double presentSeconds);
  /// Refreshes rates and times every second. `particles`: how many one step moves.
  void update(texel::Profiler& profiler, std::int64_t particles, Clock::time_point now);
  /// Forgets what came after `step`, to which the fluid has gone back.
  void goBackTo(std::int64_t step);
  /// Instead of the present measurements those of `all` up to `step`, to which the fluid has gone.
  void show(std::vector<dpd::Observables> all, std::int64_t step);

  /// By rising time. At most kMaxMeasurements: when full, every other one is dropped.
  const std::vector<dpd::Observables>& measurements() const { return measurements_; }
  /// The last kMaxSteps steps whose sort has statistics, oldest first.
  const std::deque<StepRecord>& steps() const { return steps_; }
  /// All stages, in their order.
  const std::vector<StageCost>& stages() const { return stages_; }
  /// None before the first second is over.
  const std::optional<Rates>& rates() const { return rates_; }

  static constexpr std::size_t kMaxMeasurements = 4096;
  static constexpr std::size_t kMaxSteps = 240;

 private:
  void beginInterval(Clock::time_point now);

  std::vector<dpd::Observables> measurements_;
  std::deque<StepRecord> steps_;
  std::vector<StageCost> stages_ = stageCosts({}, {}, {});
  std::vector<texel::PassTime> lastTimes_;
  std::optional<Rates> rates_;
  Clock::time_point intervalBegun_ = Clock::now();
  Interval interval_;
};

}  // namespace gpubuck::demo
