// One line on a terminal that shows the progress of a long job.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gpubuck {

/// The progress line, on standard error. It is not shown if `quiet` is set or standard error is not
/// a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows the text that `text` returns for the seconds since the start. Call it often: the line
  /// changes a few times per second, and at the end.
  void show(bool isEnd, const std::function<std::string(double seconds)>& text);

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  Clock::time_point start_, lastShown_;
};

/// Shows steps done, rate and time left.
class Progress {
 public:
  /// Steps are numbered `first` .. `last`. `particles` converts steps per second to particle-steps
  /// per second.
  Progress(std::int64_t first, std::int64_t last, std::int64_t particles, bool quiet)
      : first_(first), last_(last), particles_(particles), line_(quiet) {}

  void update(std::int64_t step);

 private:
  std::int64_t first_, last_, particles_;
  ProgressLine line_;
};

/// Shows the share of a job that is done, and the time left.
class ShareProgress {
 public:
  explicit ShareProgress(bool quiet) : line_(quiet) {}

  /// `share` is within 0..1.
  void update(double share);

 private:
  ProgressLine line_;
};

/// Says on a terminal what a command is doing, in one line that is erased before other output and
/// at the end. Shows nothing if standard error is not a terminal.
class Status {
 public:
  explicit Status(std::string_view text) { show(text); }
  ~Status();
  Status(const Status&) = delete;
  Status& operator=(const Status&) = delete;

  void show(std::string_view text);
};

/// Returns "step 300 of 1500 (20 %), 16.1 steps/s, 0.26 M particle-steps/s, 1:15 left".
std::string progressText(std::int64_t step, std::int64_t first, std::int64_t last,
                         std::int64_t particles, double seconds);
/// Returns "20 %, 1:15 left".
std::string shareText(double share, double seconds);

}  // namespace gpubuck
