#include "contest.h"

#include <utility>

namespace gpubuck::cuda {
namespace {

constexpr int kStageRuns = 3;

bench::Job jobOf(const Contender& contender) {
  if (contender.work == nullptr) return contender.job;
  return {.device = nullptr, .run = [work = contender.work] { work->run(); }, .finish = finish};
}

/// Returns the stages of a run, each with its mean time over kStageRuns runs.
std::vector<bench::Stage> stagesOf(Work& work) {
  work.run();  // not timed, since the GPU may have to switch to CUDA
  std::vector<bench::Stage> stages;
  for (int run = 0; run < kStageRuns; ++run) {
    Timeline timeline;
    work.run(&timeline);
    const std::vector<Timeline::Step> steps = timeline.steps();
    stages.resize(steps.size());
    for (std::size_t k = 0; k < steps.size(); ++k) {
      stages[k].name = steps[k].name;
      stages[k].runs = 1.0;
      stages[k].milliseconds += steps[k].milliseconds / kStageRuns;
    }
  }
  return stages;
}

}  // namespace

std::vector<bench::Row> contest(std::vector<Contender> contenders, const bench::Effort& effort) {
  std::vector<bench::Job> jobs;
  std::vector<std::size_t> places;  // places of the contenders among the jobs
  bool wasCuda = true;
  for (const Contender& contender : contenders) {
    const bool isCuda = contender.work != nullptr;
    if (jobs.empty() || isCuda != wasCuda) jobs.push_back(jobOf(contender));
    wasCuda = isCuda;
    places.push_back(jobs.size());
    jobs.push_back(jobOf(contender));
  }
  const std::vector<bench::Row> measured = bench::benchmark(jobs, effort);
  std::vector<bench::Row> rows;
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    bench::Row row = std::move(contenders[k].row);
    row.spread = measured[places[k]].spread;
    row.stages = measured[places[k]].stages;
    if (contenders[k].work != nullptr) row.stages = stagesOf(*contenders[k].work);
    double gpu = 0.0;
    for (const bench::Stage& stage : row.stages) gpu += stage.milliseconds;
    row.more["gpu_ms"] = gpu;
    row.more["check"] = contenders[k].check();
    rows.push_back(std::move(row));
  }
  return rows;
}

double medianOf(const bench::Row& row) { return row.spread.median; }

bench::Row cudaRow(const char* benchmark, const char* algorithm, std::int64_t n, const Work& work) {
  return {
      .name = benchmark, .algorithm = algorithm, .engine = "cuda", .n = n, .memory = work.bytes()};
}

}  // namespace gpubuck::cuda
