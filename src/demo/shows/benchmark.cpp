#include "demo/shows/benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number.h"

namespace gpubuck::demo {
namespace {

constexpr std::array<std::int64_t, 6> kLadder{4'096, 16'384, 65'536, 262'144, 1'048'576, 4'194'304};
// The next size of the ladder makes at most a quarter of these pictures per second.
constexpr double kLeastRate = 4.0;
// A ladder and a search of this many measurements fill the time.
constexpr int kMeasurements = 12;
// The two sizes around 30 pictures per second are near enough.
constexpr double kNear = 1.1;

bool isOfLadder(std::int64_t particles) {
  return std::ranges::find(kLadder, particles) != kLadder.end();
}

/// Returns the size with kSmooth pictures per second, if the rate is a power of the size between
/// two sizes.
double crossing(const Pace& fast, const Pace& slow) {
  const double share = std::log(fast.picturesPerSecond / Benchmark::kSmooth) /
                       std::log(fast.picturesPerSecond / slow.picturesPerSecond);
  return double(fast.particles) * std::pow(double(slow.particles) / double(fast.particles), share);
}

}  // namespace

double Pace::particleStepsPerSecond() const {
  return picturesPerSecond * Benchmark::kStepsPerPicture * double(particles);
}

const Pace* Benchmark::largestSmooth() const {
  const Pace* found = nullptr;
  for (const Pace& pace : paces_) {
    if (pace.picturesPerSecond >= kSmooth) found = &pace;
  }
  return found;
}

const Pace* Benchmark::smallestRough() const {
  const Pace* const smooth = largestSmooth();
  for (const Pace& pace : paces_) {
    if (smooth == nullptr || pace.particles > smooth->particles) return &pace;
  }
  return nullptr;
}

std::optional<std::int64_t> Benchmark::nextOfLadder() const {
  const Pace* last = nullptr;
  for (const Pace& pace : paces_) {
    if (isOfLadder(pace.particles)) last = &pace;
  }
  if (last == nullptr) return kLadder.front();
  if (last->particles == kLadder.back() || last->picturesPerSecond < kLeastRate) return {};
  return *std::ranges::upper_bound(kLadder, last->particles);
}

std::optional<std::int64_t> Benchmark::next() const {
  if (!paces_.empty() && spent_ >= seconds_) return {};
  if (const auto size = nextOfLadder()) return size;
  const Pace *const smooth = largestSmooth(), *const rough = smallestRough();
  if (rough == nullptr) {
    if (smooth->particles == kMost) return {};
    return kMost;
  }
  if (smooth == nullptr) {
    if (rough->particles == kFewest) return {};
    return std::max(kFewest, rough->particles / 4);
  }
  const double low = double(smooth->particles), high = double(rough->particles);
  if (high <= kNear * low) return {};
  // Keeps a distance from both, so that each measurement narrows the interval.
  const double margin = std::pow(high / low, 0.1);
  return std::llround(std::clamp(crossing(*smooth, *rough), low * margin, high / margin));
}

double Benchmark::secondsEach() const { return seconds_ / kMeasurements; }

void Benchmark::add(double picturesPerSecond, double seconds) {
  const Pace pace{next().value(), picturesPerSecond};
  paces_.insert(std::ranges::upper_bound(paces_, pace.particles, {}, &Pace::particles), pace);
  spent_ += seconds;
}

double Benchmark::score() const {
  double best = 0.0;
  for (const Pace& pace : paces_) {
    if (isOfLadder(pace.particles)) best = std::max(best, pace.particleStepsPerSecond());
  }
  return best * 1e-6;
}

std::optional<std::int64_t> Benchmark::smoothParticles() const {
  const Pace *const smooth = largestSmooth(), *const rough = smallestRough();
  if (smooth == nullptr || rough == nullptr) return {};
  const double particles = crossing(*smooth, *rough);
  const double digit = std::pow(10.0, std::floor(std::log10(particles)) - 1.0);
  return std::llround(std::round(particles / digit) * digit);
}

std::string Benchmark::smoothText() const {
  if (paces_.empty()) return "";
  const auto particles = smoothParticles();
  const std::string count = particles ? groupDigits(*particles)
                            : largestSmooth() != nullptr
                                ? "more than " + groupDigits(paces_.back().particles)
                                : "fewer than " + groupDigits(paces_.front().particles);
  return fmt::format("{} particles run at {:.0f} pictures per second", count, kSmooth);
}

std::string textOf(const BenchmarkReport& report) {
  const Benchmark& benchmark = report.benchmark;
  std::string text = fmt::format(
      "{}\n\n{} time steps per picture of {} x {} pixels, density 3:\n\n"
      "{:>12}  {:>12}  {:>18}\n{:>12}  {:>12}  {:>18}\n",
      report.device, Benchmark::kStepsPerPicture, Benchmark::kWidth, Benchmark::kHeight, "",
      "pictures", "million particle-", "particles", "per second", "steps per second");
  for (const Pace& pace : benchmark.paces()) {
    text += fmt::format("{:>12}  {:>12.4g}  {:>18.4g}\n", groupDigits(pace.particles),
                        pace.picturesPerSecond, pace.particleStepsPerSecond() * 1e-6);
  }
  return text + fmt::format(
                    "\nscore: {:.4g} million particle-steps per second, the highest rate of the "
                    "fixed sizes\n{}\n",
                    benchmark.score(), benchmark.smoothText());
}

}  // namespace gpubuck::demo
