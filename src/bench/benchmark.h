// Timing of jobs side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gl/context.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// The distribution of the times of repeated runs, in milliseconds of wall clock.
struct Spread {
  double median = 0.0;
  double least = 0.0;
  double lowerQuartile = 0.0;
  double upperQuartile = 0.0;
  double most = 0.0;
  int samples = 0;
};
/// Of at least one sample. Between two samples quantiles are interpolated linearly.
Spread spreadOf(std::vector<double> samples);

/// GPU time of one pass in one run of a job.
struct Stage {
  std::string name;
  double runs = 0.0;  ///< of the pass
  double milliseconds = 0.0;
  double bytes = 0.0;  ///< texel::PassTime::bytes
};

/// One figure with all that says what it is of.
struct Row {
  std::string name{};       ///< of the benchmark: table1, sorts, ...
  std::string algorithm{};  ///< the words of the command line
  std::string engine{};     ///< paper or fast
  std::int64_t n = 0;       ///< elements or points
  double perCell = 0.0;     ///< elements per bucket; 0 if it does not apply
  Spread spread{};
  std::vector<Stage> stages{};  ///< in the order in which they first ran
  std::int64_t memory = 0;      ///< bytes of GPU memory it takes, inputs included
  /// What else this benchmark knows of it, by name; numbers, words or null.
  nlohmann::ordered_json more = nlohmann::ordered_json::object();
};

/// A figure of a paper in Row::more: null for 0, which stands for one that is not given.
inline nlohmann::ordered_json published(double figure) {
  return figure > 0.0 ? nlohmann::ordered_json(figure) : nullptr;
}

/// Work on the GPU that is to be timed, such as one sort.
struct Job {
  const texel::Device* device;  ///< whose passes it runs; null for other work, without stages
  std::function<void()> run;
  /// Says in a row what this is, after the last run.
  std::function<void(Row& row)> describe = [](Row&) {};
  std::function<void()> finish = gl::finish;  ///< waits until the GPU has done all of it
};

/// The limits on the number of runs.
struct Effort {
  int samples = 21;  ///< at most, of each job
  /// Of a benchmark: then it ends after the present round, kLeastSamples at least.
  double seconds = 5.0;
};
inline constexpr int kLeastSamples = 3;

/// Runs all jobs in turn, round after round, so that what disturbs the machine disturbs all of
/// them, and returns a row for each. A run is timed from an idle GPU until the GPU is idle again,
/// so that launching counts. Two rounds before (one for one sample), on a GPU as many as 0.3 s
/// hold, do not count: drivers compile in them, and GPUs raise their clocks, fourfold on an H200.
/// Last come runs with timers around the passes, for the stages, no more than samples; timers cost
/// time, so these do not enter the spread.
///
/// Throws RunError where OpenGL reports an error.
std::vector<Row> benchmark(const std::vector<Job>& jobs, const Effort& effort);

}  // namespace gpubuck::bench
