// The clock by which the window measures times.
#pragma once

#include <chrono>
#include <functional>

namespace gpubuck::demo {

struct Clock : std::chrono::steady_clock {
  static time_point now() { return replaced ? replaced() : std::chrono::steady_clock::now(); }
  /// If this function is set, it returns the time in place of the steady clock. Tests set it.
  static inline std::function<time_point()> replaced{};
};

inline double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace gpubuck::demo
