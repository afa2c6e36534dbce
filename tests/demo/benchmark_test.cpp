// The sizes that the benchmark measures, and its results, on simulated devices.
#include "demo/shows/benchmark.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace gpubuck::demo {
namespace {

/// A device that takes `start` seconds for a picture and `each` for a particle in it.
struct SimulatedDevice {
  double start, each;

  double picturesPerSecond(std::int64_t particles) const {
    return 1.0 / (start + each * double(particles));
  }
  /// Returns the number of particles that run at 30 frames per second.
  double smoothParticles() const { return (1.0 / Benchmark::kSmooth - start) / each; }

  /// Two pictures at least, as many as there is time for.
  double seconds(std::int64_t particles, double wanted) const {
    return std::max(wanted, 2.0 / picturesPerSecond(particles));
  }
};

Benchmark run(const SimulatedDevice& device, double seconds) {
  Benchmark benchmark(seconds);
  while (const auto size = benchmark.next()) {
    benchmark.add(device.picturesPerSecond(*size), device.seconds(*size, benchmark.secondsEach()));
  }
  return benchmark;
}

RC_GTEST_PROP(Benchmark, FindsTheParticlesAt30PicturesPerSecond, ()) {
  const double smooth = std::pow(2.0, 10.0 + 13.0 * *rc::gen::inRange(0, 1000) / 1000.0);
  const double start = *rc::gen::inRange(0, 300) * 1e-4;  // at most 0.03 of 0.0333 s
  const SimulatedDevice device{start, (1.0 / Benchmark::kSmooth - start) / smooth};
  RC_PRE(device.smoothParticles() < double(Benchmark::kMost));
  const Benchmark benchmark = run(device, 60.0);
  const auto found = benchmark.smoothParticles();
  RC_ASSERT(found.has_value());
  // The sizes around it are within 10 % of each other, and two digits are within 5 %.
  RC_ASSERT(std::abs(double(*found) / smooth - 1.0) < 0.15);
  // Six of the ladder; each of the search leaves at most the tenth root of the ratio 4 more.
  RC_ASSERT(benchmark.paces().size() <= 6U + 9U);
}

TEST(Benchmark, Score_IsThatOfTheBestSize) {
  const SimulatedDevice device{0.001, 1e-8};
  const Benchmark benchmark = run(device, 60.0);
  EXPECT_DOUBLE_EQ(benchmark.score(), 5.0 * 4'194'304 * device.picturesPerSecond(4'194'304) * 1e-6);
  EXPECT_EQ(benchmark.paces().front().particles, 4'096);
  for (std::size_t k = 1; k < benchmark.paces().size(); ++k) {
    EXPECT_LT(benchmark.paces()[k - 1].particles, benchmark.paces()[k].particles);
  }
}

TEST(Benchmark, SlowDevice_StopsEarly) {
  const SimulatedDevice software{0.005, 4e-6};
  const Benchmark benchmark = run(software, 60.0);
  // 65,536 particles make 3.7 pictures per second, so 262,144 are left out.
  EXPECT_EQ(benchmark.paces().back().particles, 65'536);
  EXPECT_NEAR(double(benchmark.smoothParticles().value()), software.smoothParticles(), 700.0);
}

TEST(Benchmark, ThirtyFps_NeverOrAlwaysReached_IsReported) {
  EXPECT_EQ(run({0.0, 1e-9}, 60.0).smoothText(),
            "more than 16,000,000 particles run at 30 pictures per second");
  EXPECT_EQ(run({0.1, 1e-9}, 60.0).smoothText(),
            "fewer than 256 particles run at 30 pictures per second");
}

TEST(Benchmark, FailingSize_ReportsTheEarlierSizes) {
  Benchmark benchmark(60.0);
  benchmark.add(100.0, 1.0);
  benchmark.add(60.0, 1.0);
  benchmark.stop();
  EXPECT_FALSE(benchmark.next());
  EXPECT_DOUBLE_EQ(benchmark.score(), 5.0 * 16'384 * 60.0 * 1e-6);
  EXPECT_EQ(benchmark.smoothText(), "more than 16,384 particles run at 30 pictures per second");
}

TEST(Benchmark, EndsInTime) {
  for (const double each : {1e-9, 1e-7, 1e-6, 1e-5, 1e-4}) {
    const SimulatedDevice device{0.002, each};
    double spent = 0.0, last = 0.0;
    Benchmark benchmark(10.0);
    while (const auto size = benchmark.next()) {
      last = device.seconds(*size, benchmark.secondsEach());
      spent += last;
      benchmark.add(device.picturesPerSecond(*size), last);
    }
    EXPECT_LT(spent - last, 10.0) << "only the last one may take longer";
    // Where a size makes 4 pictures per second or more, two of the next one take 2 s at most.
    EXPECT_LT(last, 2.1) << each;
  }
}

TEST(Benchmark, Report_HasTableScoreAndParticles) {
  const std::string text = textOf({run({0.001, 1e-7}, 60.0), "A GPU, OpenGL 4.6, fast engine"});
  for (const char* const part : {"A GPU, OpenGL 4.6, fast engine", "1280 x 720", "  1,048,576  ",
                                 "score: 4", "320,000 particles run at 30 pictures per second"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

}  // namespace
}  // namespace gpubuck::demo
