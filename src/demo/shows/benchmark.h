// The benchmark of simulating and drawing fluids on this GPU: gpubuck demo --benchmark. This file
// chooses the sizes and evaluates the results; benchmark_run.h measures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::demo {

/// The speed of a fluid of this many particles.
struct Pace {
  std::int64_t particles = 0;
  double picturesPerSecond = 0.0;

  double particleStepsPerSecond() const;
};

/// The sizes to measure: first a ladder, each size four times the previous one, until larger ones
/// would take too long; then sizes between those faster and slower than 30 pictures per second,
/// until these are close to each other.
class Benchmark {
 public:
  static constexpr int kStepsPerPicture = 5;
  static constexpr int kWidth = 1280, kHeight = 720;  ///< of a picture, pixels
  static constexpr double kSmooth = 30.0;             ///< pictures per second
  static constexpr std::int64_t kFewest = 256, kMost = 16'000'000;

  /// Lasts for about `seconds`. At least one measurement is completed, even if it takes longer.
  explicit Benchmark(double seconds) : seconds_(seconds) {}

  /// Returns the number of particles to measure next, or none if the benchmark is complete.
  std::optional<std::int64_t> next() const;
  /// Returns the duration of each measurement, seconds.
  double secondsEach() const;
  /// Adds the result for next(), which took `seconds` in all.
  void add(double picturesPerSecond, double seconds);

  /// Ends the benchmark, because the GPU lacks memory for the next size.
  void stop() { seconds_ = 0.0; }

  /// The results, fewest particles first.
  const std::vector<Pace>& paces() const { return paces_; }
  /// Returns the highest rate of the ladder, in million particle-steps per second including
  /// pictures.
  double score() const;
  /// Returns the number of particles that run at 30 pictures per second, to two digits,
  /// interpolated between the two nearest sizes. Returns none if all sizes were faster, or all
  /// slower.
  std::optional<std::int64_t> smoothParticles() const;
  /// Returns the same as a sentence, with a bound if the number is not known.
  std::string smoothText() const;

 private:
  /// Return the measured sizes nearest to 30 pictures per second on both sides, or null.
  const Pace* largestSmooth() const;
  const Pace* smallestRough() const;
  std::optional<std::int64_t> nextOfLadder() const;

  double seconds_;
  double spent_ = 0.0;
  std::vector<Pace> paces_;
};

/// The results, and the device that was measured.
struct BenchmarkReport {
  Benchmark benchmark;
  std::string device;  ///< renderer, OpenGL and engine
};

/// Returns the report for a terminal: device, table, score and particles at 30 pictures per second.
std::string textOf(const BenchmarkReport& report);

}  // namespace gpubuck::demo
