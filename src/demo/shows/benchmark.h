// How fast this GPU simulates and shows fluids: gpubuck demo --benchmark. Which sizes are measured,
// and what follows from them; the measuring itself is in benchmark_run.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpubuck::demo {

/// How fast a fluid of this many particles goes.
struct Pace {
  std::int64_t particles = 0;
  double picturesPerSecond = 0.0;

  double particleStepsPerSecond() const;
};

/// First the sizes of a ladder, each four times the one before, until one is so slow that larger
/// ones would take too long; then sizes between those that are faster and slower than 30 pictures
/// per second, until they are near each other.
class Benchmark {
 public:
  static constexpr int kStepsPerPicture = 5;
  static constexpr int kWidth = 1280, kHeight = 720;  ///< of a picture, pixels
  static constexpr double kSmooth = 30.0;             ///< pictures per second
  static constexpr std::int64_t kFewest = 256, kMost = 16'000'000;

  /// For about so many seconds; one measurement is completed even if it takes longer.
  explicit Benchmark(double seconds) : seconds_(seconds) {}

  /// How many particles are to be measured next; none: it is complete.
  std::optional<std::int64_t> next() const;
  /// For how long, seconds.
  double secondsEach() const;
  /// What came out for next(), which took `seconds` in all.
  void add(double picturesPerSecond, double seconds);

  /// Measures no more: a GPU has no memory for the next size.
  void stop() { seconds_ = 0.0; }

  /// All that have been measured, fewest particles first.
  const std::vector<Pace>& paces() const { return paces_; }
  /// The highest rate of the ladder, million particle-steps per second, pictures included.
  double score() const;
  /// How many particles run at 30 pictures per second, to two digits: between the two sizes
  /// measured nearest to it. None where all were faster, or all slower.
  std::optional<std::int64_t> smoothParticles() const;
  /// The same as a sentence, with what is known where there is none.
  std::string smoothText() const;

 private:
  /// The measured sizes on both sides of 30 pictures per second; null where there is none.
  const Pace* largestSmooth() const;
  const Pace* smallestRough() const;
  std::optional<std::int64_t> nextOfLadder() const;

  double seconds_;
  double spent_ = 0.0;
  std::vector<Pace> paces_;
};

/// What was measured, and on what.
struct BenchmarkReport {
  Benchmark benchmark;
  std::string device;  ///< renderer, OpenGL and engine
};

/// For a terminal: the device, a table, the score and the particles at 30 pictures per second.
std::string textOf(const BenchmarkReport& report);

}  // namespace gpubuck::demo
