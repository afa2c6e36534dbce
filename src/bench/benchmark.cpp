#include "bench/benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/progress.h"
#include "gl/debug.h"

namespace gpubuck::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWarmUps = 2;
constexpr double kClockMilliseconds = 300.0;
constexpr int kStageRuns = 3;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double timed(const Job& job) {
  job.finish();
  const Clock::time_point start = Clock::now();
  job.run();
  job.finish();
  return millisecondsSince(start);
}

std::vector<Stage> stagesOf(const Job& job, int runs) {
  if (job.device == nullptr) return {};
  texel::Profiler& profiler = job.device->profiler();
  profiler.enable(true);
  profiler.waitForPasses(job.device->capabilities().software);
  profiler.reset();
  for (int run = 0; run < runs; ++run) job.run();
  std::vector<Stage> stages;
  for (const texel::PassTime& pass : profiler.times()) {
    stages.push_back({pass.name, static_cast<double>(pass.runs) / runs, pass.milliseconds / runs,
                      static_cast<double>(pass.bytes) / runs});
  }
  profiler.enable(false);
  profiler.reset();
  return stages;
}

}  // namespace

Spread spreadOf(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    const double part = place - static_cast<double>(below);
    return samples[below] + part * (samples[above] - samples[below]);
  };
  return {.median = quantile(0.5),
          .least = samples.front(),
          .lowerQuartile = quantile(0.25),
          .upperQuartile = quantile(0.75),
          .most = samples.back(),
          .samples = static_cast<int>(samples.size())};
}

std::vector<Row> benchmark(const std::vector<Job>& jobs, const Effort& effort) {
  Status status(fmt::format("{} cases: warming up", jobs.size()));
  const double warmUp = gl::isSoftware() ? 0.0 : kClockMilliseconds;
  Clock::time_point start = Clock::now();
  for (int round = 0;
       round < std::min(kWarmUps, effort.samples) || millisecondsSince(start) < warmUp; ++round) {
    for (const Job& job : jobs) timed(job);
  }
  std::vector<std::vector<double>> samples(jobs.size());
  start = Clock::now();
  for (int round = 0; round < effort.samples; ++round) {
    if (round >= kLeastSamples && millisecondsSince(start) > effort.seconds * 1e3) break;
    status.show(fmt::format("{} cases: round {} of at most {}, {:.0f} s at most", jobs.size(),
                            round + 1, effort.samples, effort.seconds));
    for (std::size_t k = 0; k < jobs.size(); ++k) samples[k].push_back(timed(jobs[k]));
  }
  std::vector<Row> rows(jobs.size());
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    if (jobs[k].device != nullptr) rows[k].engine = texel::engineName(jobs[k].device->engine());
    rows[k].spread = spreadOf(samples[k]);
    rows[k].stages = stagesOf(jobs[k], std::min(kStageRuns, effort.samples));
  }
  for (std::size_t k = 0; k < jobs.size(); ++k) jobs[k].describe(rows[k]);
  gl::throwOnError("bench");
  return rows;
}

}  // namespace gpubuck::bench
