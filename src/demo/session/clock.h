// The clock that the window measures times by.
#pragma once

#include <chrono>

namespace gpubuck::demo {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace gpubuck::demo
