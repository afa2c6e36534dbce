// The benchmark in the window: measures the sizes that demo/shows/benchmark.h chooses, and shows
// the results.
#pragma once

#include <cstdint>
#include <optional>

#include "demo/session/clock.h"
#include "demo/shows/benchmark.h"
#include "demo/view/fluid_view.h"

namespace gpubuck::demo {

/// A fluid of one species in a periodic cube, density 3.
scenario::Scenario benchmarkFluid(std::int64_t particles);

class BenchmarkRun {
 public:
  explicit BenchmarkRun(double seconds) : report_{Benchmark(seconds), {}} {}

  /// Continues for about `seconds`. Returns true when the benchmark is complete. Throws as
  /// dpd::Simulation.
  bool advance(DemoState& state, double seconds);
  /// The number of particles being measured.
  std::int64_t particles() const { return particles_; }
  const BenchmarkReport& report() const { return report_; }
  /// Copies the present picture into the middle of the window.
  void show(const glm::ivec2& windowSize) const;

 private:
  void begin(DemoState& state, std::int64_t particles);
  /// Makes time steps and a picture, and waits for them.
  void makePicture(DemoState& state);

  BenchmarkReport report_;
  FluidView view_;
  std::int64_t particles_ = 0;
  Clock::time_point begun_{};
  double measured_ = 0.0;  ///< seconds
  std::int64_t pictures_ = 0;
};

/// Draws the results so far, or the final ones, in a box over the window.
void drawBenchmark(DemoState& state);

}  // namespace gpubuck::demo
