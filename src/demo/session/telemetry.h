// Data about the running fluid that the window shows: histories, rates and times.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "demo/widgets/clock.h"
#include "dpd/observables.h"
#include "sort/rounds.h"
#include "texel/profiler.h"

namespace gpubuck::demo {

/// Statistics of the sort or re-sort of one step.
struct StepRecord {
  std::int64_t step = 0;
  sort::Statistics sort;
  bool isResort = false;  ///< whether the fluid re-sorts; even then some steps sort all particles
};

/// The stages on which time is spent, in the order of the rows of the table of times
/// (demo/ui/panels/statistics_panel.cpp).
enum class Stage { Sort, Forces, Measurements, Particles, Interface, Presenting };

/// The cost of one pass in the last interval.
struct PassCost {
  std::string name;
  double milliseconds = 0.0;  ///< ms per time step or per picture
};

/// A row of the table of times.
struct StageCost {
  Stage stage = Stage::Sort;
  double milliseconds = 0.0;       ///< ms per time step or per picture
  double share = 0.0;              ///< share of the interval
  std::vector<PassCost> passes{};  ///< in the order in which they first ran

  /// Returns whether the stage runs once per picture instead of once per time step.
  bool isOfPicture() const { return stage >= Stage::Particles; }
};

/// Counts and times between two updates of the rates.
struct Interval {
  double seconds = 0.0;
  std::int64_t steps = 0;
  std::int64_t pictures = 0;
  double interfaceSeconds = 0.0;  ///< time to lay out and draw the panels
  double presentSeconds = 0.0;    ///< time until the display had received the pictures
};

/// Returns the costs of all stages in their order, including stages that did not run, so that the
/// table of times always has the same rows. `before` and `now` are the total times of the passes at
/// the begin and the end of the interval.
std::vector<StageCost> stageCosts(const std::vector<texel::PassTime>& before,
                                  const std::vector<texel::PassTime>& now,
                                  const Interval& interval);

/// Times of one step, ms. All times are 0 before the first second is over.
struct StepCost {
  double all = 0.0;     ///< all stages, without measurements
  double forces = 0.0;  ///< the stage Forces
  double sort = 0.0;    ///< the stage Sort
  double rounds = 0.0;  ///< the part of `sort` that draws points and updates the texture `next`
};
StepCost stepCost(const std::vector<StageCost>& stages);

/// Rates per second of real time in the last interval.
struct Rates {
  double frames = 0.0;  ///< pictures
  /// Steps per second since the end of the previous interval that had a step; 0 before the first
  /// step.
  double steps = 0.0;
  double particleSteps = 0.0;  ///< `steps` times the number of particles
};

class Telemetry {
 public:
  /// Clears the measurements and the statistics of steps, for a new fluid.
  void restart();
  /// Restarts the timing of passes for a new device.
  void restartTimes();
  /// Restarts the rates, for a fluid that has been paused.
  void restartRates();

  /// Adds a step. `statistics` is null if the sort has no statistics; `isResort` is
  /// StepRecord::isResort.
  void addStep(std::int64_t step, const sort::Statistics* statistics, bool isResort = false);
  void addMeasurement(const dpd::Observables& observables);
  void addStructureFactor(dpd::StructureFactor measured) { structureFactor_ = std::move(measured); }
  /// Adds a picture with its times (see Interval).
  void addFrame(double interfaceSeconds, double presentSeconds);
  /// Updates rates and times once per second. `particles` is the number of particles that move in
  /// each step.
  void update(texel::Profiler& profiler, std::int64_t particles, Clock::time_point now);
  /// Drops the data after `step`, to which the fluid has gone back.
  void goBackTo(std::int64_t step);
  /// Replaces the measurements when the fluid has moved to `step`: takes the measurements in `all`
  /// up to this step.
  void show(std::vector<dpd::Observables> all, std::int64_t step);

  /// Returns the measurements in order of time. When there are kMaxMeasurements, every second
  /// measurement is dropped.
  const std::vector<dpd::Observables>& measurements() const { return measurements_; }
  /// Returns the last structure factor that was measured, if any.
  const std::optional<dpd::StructureFactor>& structureFactor() const { return structureFactor_; }
  /// Returns the last kMaxSteps steps whose sort has statistics, oldest first.
  const std::deque<StepRecord>& steps() const { return steps_; }
  /// Returns the costs of all stages, in their order.
  const std::vector<StageCost>& stages() const { return stages_; }
  /// Returns the rates, or an empty optional before the first second is over.
  const std::optional<Rates>& rates() const { return rates_; }

  static constexpr std::size_t kMaxMeasurements = 4096;
  static constexpr std::size_t kMaxSteps = 240;

 private:
  void beginInterval(Clock::time_point now);

  std::vector<dpd::Observables> measurements_;
  std::optional<dpd::StructureFactor> structureFactor_;
  std::deque<StepRecord> steps_;
  std::vector<StageCost> stages_ = stageCosts({}, {}, {});
  std::vector<texel::PassTime> lastTimes_;
  std::optional<Rates> rates_;
  Clock::time_point intervalBegun_ = Clock::now();
  Clock::time_point stepsBegun_ = intervalBegun_;  ///< end of the last interval that had a step
  Interval interval_;
};

/// Returns the time to compute a step, without measurements and pictures, in seconds, or 0 if it
/// has not been measured yet.
inline double stepSecondsOf(const Telemetry& telemetry) {
  double milliseconds = 0.0;
  for (const StageCost& each : telemetry.stages()) {
    if (each.stage == Stage::Sort || each.stage == Stage::Forces) milliseconds += each.milliseconds;
  }
  return milliseconds * 1e-3;
}

}  // namespace gpubuck::demo
