#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>

#include "bench/bench.h"
#include "bench/fixtures.h"
#include "run/run_state.h"
#include "scenario/names.h"

namespace gpubuck::bench {
namespace {

/// Ids can name at most 2^24 - 1 particles.
constexpr std::array<std::int64_t, 7> kFluidSizes{16'384,    65'536,    262'144,   1'048'576,
                                                  3'000'000, 8'388'608, 16'777'215};
constexpr std::array kFluidDensities{3.0, 4.0};
constexpr std::int64_t kMostSteps = 256;
/// Steps before the first run. Particles begin at random places, and after these steps have the
/// structure of a liquid.
constexpr int kSettlingSteps = 50;

/// Returns the number of steps in a run of the job. A run takes less than a second, but has so many
/// steps of a small fluid that the time of single launches does not matter.
std::int64_t stepsOf(const texel::Device& device, std::int64_t particles) {
  const std::int64_t particleSteps = device.isSoftware() ? 200'000 : 20'000'000;
  return std::clamp<std::int64_t>(particleSteps / particles, 1, kMostSteps);
}

/// Returns a cube of Groot and Warren's water. Because of rounding, the cube may have one or two
/// particles fewer than `particles`.
scenario::Scenario waterOf(std::int64_t particles, double density, dpd::StepMethod method) {
  scenario::Scenario water = scenario::parseScenario("[box]\nsize = [3, 3, 3]\n", "bench dpd", ".");
  water.step = dpd::withMethod(water.step, method);
  water.fluid.density = density;
  water.fluid.box.size = glm::dvec3(std::cbrt(static_cast<double>(particles) / density));
  return water;
}

class StepFixture : public Fixture {
 public:
  StepFixture(const texel::DeviceOptions& device, const run::RunState& begin)
      : Fixture(device),
        simulation_(run::makeSimulation(device_, begin)),
        density_(begin.scenario.fluid.density),
        steps_(stepsOf(device_, simulation_.count())),
        memory_(memorySinceBegin()) {
    for (int k = 0; k < kSettlingSteps; ++k) simulation_.step();
    simulation_.checkFailure();
  }

  Job stepsJob() {
    return job([this] {
      for (std::int64_t k = 0; k < steps_; ++k) simulation_.step();
    });
  }

  /// Divides all times by the number of steps.
  void describe(Row& row) const override {
    const auto steps = static_cast<double>(steps_);
    Spread& spread = row.spread;
    for (double* time : {&spread.median, &spread.least, &spread.lowerQuartile,
                         &spread.upperQuartile, &spread.most}) {
      *time /= steps;
    }
    double passes = 0.0;
    double bytes = 0.0;
    for (Stage& stage : row.stages) {
      stage.runs /= steps;
      stage.milliseconds /= steps;
      stage.bytes /= steps;
      passes += stage.milliseconds;
      bytes += stage.bytes;
    }
    row.algorithm = sort::nameOf(simulation_.sortSettings().sort.algorithm);
    row.n = simulation_.count();
    row.perCell = static_cast<double>(row.n) / static_cast<double>(simulation_.grid().count());
    row.memory = memory_;
    row.more["density"] = density_;
    row.more["method"] = nameOf(scenario::kStepMethodNames, simulation_.sortSettings().method);
    row.more["steps"] = steps_;
    row.more["million_particle_steps_per_second"] =
        1e-3 * static_cast<double>(row.n) / spread.median;
    row.more["ns_per_particle"] = 1e6 * spread.median / static_cast<double>(row.n);
    row.more["passes_ms"] = passes;
    row.more["bytes_per_particle"] = bytes / static_cast<double>(row.n);
  }

 private:
  dpd::Simulation simulation_;
  double density_;
  std::int64_t steps_;
  std::int64_t memory_;
};

}  // namespace

void fluidSteps(const Setup& all, Report& report) {
  Setup setup = all;
  if (setup.method == dpd::StepMethod::Year2007) setup.engines = {texel::Engine::Paper};
  report.begin(
      "dpd",
      "A time step of a DPD fluid (a = 25, gamma = 4.5, dt = 0.01) in a periodic cube, all "
      "in GPU memory, without output. \"passes\" is the GPU time of all passes of a step; "
      "\"bytes\" is the size of all arrays of all passes; an array counts once per pass.",
      {"n: particles", "density", "method", "engine", "median_ms: ms per step", "min_ms: least",
       "passes_ms: passes", "ns_per_particle: ns per particle",
       "million_particle_steps_per_second: million particle-steps per s",
       "bytes_per_particle: bytes per particle", "memory_bytes: memory"});
  for (const double density : kFluidDensities) {
    for (const std::int64_t particles : kFluidSizes) {
      if (particles > setup.largest) continue;
      const run::RunState begin = run::beginRun(waterOf(particles, density, setup.method));
      std::deque<StepFixture> fixtures;
      std::vector<Job> jobs;
      for (const texel::Engine engine : setup.engines) {
        const texel::DeviceOptions device =
            setup.deviceFor(engine, run::largestArray(begin.scenario));
        jobs.push_back(fixtures.emplace_back(device, begin).stepsJob());
      }
      for (Row& row : benchmark(jobs, setup.effort)) report.add(std::move(row));
    }
  }
}

}  // namespace gpubuck::bench
