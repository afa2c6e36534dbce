// The clock of tests, which is stopped unless a test lets time pass.
#pragma once

#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Replaces the clock of the window during its lifetime.
class TestClock {
 public:
  TestClock() {
    Clock::replaced = [this] { return now_ += perReading_; };
  }
  ~TestClock() { Clock::replaced = {}; }
  TestClock(const TestClock&) = delete;
  TestClock& operator=(const TestClock&) = delete;

  void pass(double seconds) { now_ += toDuration(seconds); }
  /// Lets this time pass whenever the clock is read, so that work seems to take time.
  void passAtEachReading(double seconds) { perReading_ = toDuration(seconds); }

 private:
  static Clock::duration toDuration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  // The clock begins far from 0, since times that were never set are 0.
  Clock::time_point now_ = Clock::time_point() + std::chrono::hours(1000);
  Clock::duration perReading_{0};
};

}  // namespace gpubuck::demo
