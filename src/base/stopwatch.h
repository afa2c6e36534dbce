// A stopwatch.
#pragma once

#include <chrono>

namespace gpubuck {

class Stopwatch {
 public:
  /// Returns the milliseconds since the stopwatch was made or last read.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::milli> passed = now - begin_;
    begin_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace gpubuck
