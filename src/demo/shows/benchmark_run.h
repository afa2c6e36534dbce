// The benchmark in the window: measures the sizes that demo/shows/benchmark.h asks for, and shows
// them.
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

  /// Goes on for about so many seconds. True: it is complete. Throws what a simulation throws.
  bool advance(DemoState& state, double seconds);
  /// How many particles are measured at present.
  std::int64_t particles() const { return particles_; }
  const BenchmarkReport& report() const { return report_; }
  /// Copies its present picture into the middle of the window.
  void show(const glm::ivec2& windowSize) const;

 private:
  void begin(DemoState& state, std::int64_t particles);
  /// Steps and a picture, which are waited for.
  void makePicture(DemoState& state);

  BenchmarkReport report_;
  FluidView view_;
  std::int64_t particles_ = 0;
  Clock::time_point begun_{};
  double measured_ = 0.0;  ///< seconds
  std::int64_t pictures_ = 0;
};

/// What has been measured so far, or in the end, as a box over the window.
void drawBenchmark(DemoState& state);

}  // namespace gpubuck::demo
