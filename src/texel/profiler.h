// Measures the GPU time of each pass by timer queries, without waiting for the queries.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gl/objects.h"

namespace gpubuck::texel {

/// Total GPU time of one pass since the profiler was enabled or last reset.
struct PassTime {
  std::string name;
  std::int64_t runs = 0;
  double milliseconds = 0.0;
  /// Size in bytes of all arrays and buffers bound to the runs of the pass, each counted once per
  /// run. This is the traffic of a pass that reads or writes every element once.
  std::int64_t bytes = 0;
};

class Profiler {
 public:
  using Clock = std::chrono::steady_clock;

  /// Switches the profiler on or off. It is off by default. While it is off, passes cost nothing
  /// extra.
  void enable(bool on) { enabled_ = on; }
  bool enabled() const { return enabled_; }

  /// Suspends timing during its lifetime.
  class Pause {
   public:
    explicit Pause(Profiler& profiler) : profiler_(&profiler), enabled_(profiler.enabled_) {
      profiler.enabled_ = false;
    }
    ~Pause() { profiler_->enabled_ = enabled_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Profiler* profiler_;
    bool enabled_;
  };

  /// If `on`, the profiler waits for the GPU around each pass, and measures wall-clock time instead
  /// of using timers. llvmpipe (Mesa 22.3) needs this, since its timers ignore compute shaders.
  /// Always on for a context without timers.
  void waitForPasses(bool on) { waits_ = on; }
  bool waitsForPasses() const { return waits_; }
  /// Replaces the wall clock, for tests.
  void setClock(std::function<Clock::time_point()> clock) { now_ = std::move(clock); }

  /// Times a pass from construction to destruction. Scopes must not nest. `bytes` is
  /// PassTime::bytes of this run.
  class Scope {
   public:
    Scope(Profiler& profiler, const std::string& name, std::int64_t bytes = 0);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Profiler* profiler_;    ///< null while the profiler is off
    std::size_t pass_ = 0;  ///< index of the pass, if the scope waits for it
    std::int64_t bytes_;
    bool isWaitedFor_ = false;
    std::chrono::steady_clock::time_point begun_;
  };

  /// Returns the times of the passes, in the order in which they first ran. Waits for passes that
  /// are still running.
  std::vector<PassTime> times();
  /// Returns the times as times() does, but without waiting: runs that are not finished appear in a
  /// later call. A pass without a finished run has 0 runs. times() and latest() must not be called
  /// inside a scope.
  std::vector<PassTime> latest();
  void reset();

 private:
  struct Pending {
    std::size_t pass;
    gl::Query query;
    Clock::time_point begun;
    std::int64_t bytes;
  };

  void harvest(bool wait);
  std::size_t indexOf(const std::string& name);
  void add(std::size_t pass, double milliseconds, std::int64_t bytes);

  bool enabled_ = false;
  bool waits_ = false;
  std::function<Clock::time_point()> now_ = Clock::now;
  std::vector<PassTime> times_;
  std::map<std::string, std::size_t> index_;
  std::deque<Pending> pending_;
  std::vector<gl::Query> idle_;
};

}  // namespace gpubuck::texel
