// One line on a terminal that shows the progress of a long job.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpubuck {

/// Shows steps done, rate and time left on standard error, rewriting one line a few times per
/// second. Silent on request, or when standard error is not a terminal.
class Progress {
 public:
  /// `first` .. `last` are step numbers; `particles` scales the rate to particle-steps per second.
  Progress(std::int64_t first, std::int64_t last, std::int64_t particles, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::int64_t step);

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t first_, last_, particles_;
  bool shown_;
  Clock::time_point start_, lastShown_;
};

/// Says on a terminal what a command is doing, in one line that gives way to whatever else is
/// written and is gone in the end. Silent where standard error is no terminal.
class Status {
 public:
  explicit Status(std::string_view text) { show(text); }
  ~Status();
  Status(const Status&) = delete;
  Status& operator=(const Status&) = delete;

  void show(std::string_view text);
};

/// "step 300 of 1500 (20 %), 16.1 steps/s, 0.26 M particle-steps/s, 1:15 left".
std::string progressText(std::int64_t step, std::int64_t first, std::int64_t last,
                         std::int64_t particles, double seconds);

}  // namespace gpubuck
