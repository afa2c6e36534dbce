// Random numbers that are the same on every platform. The C++ standard defines the values of
// mt19937_64, but not the values of distributions, so that the distributions are defined here.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace gpubuck::scenario {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : engine_(seed) {}

  /// Returns a number uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

  /// Returns a number uniform in [0, 1) that is below 1 as a float, too.
  float uniformFloat() { return static_cast<float>(engine_() >> 40) * 0x1p-24f; }

  /// Returns a normal number with mean 0 and variance 1 (Box and Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

  /// Puts the entries into random order (Fisher and Yates). There must be at most 2^32 entries, so
  /// that the bias of a rounded uniform number stays below 2^-21.
  template <typename T>
  void shuffle(std::vector<T>& entries) {
    for (std::size_t left = entries.size(); left > 1; --left) shuffle(entries, left);
  }
  /// Makes one step of shuffle(): chooses at random which of the first `left` entries becomes the
  /// last of them. Does nothing if `left` is 1.
  template <typename T>
  void shuffle(std::vector<T>& entries, std::size_t left) {
    if (left <= 1) return;
    const auto chosen = static_cast<std::size_t>(uniform() * static_cast<double>(left));
    std::swap(entries[left - 1], entries[chosen]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace gpubuck::scenario
