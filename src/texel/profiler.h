// How long each pass takes on the GPU, by timer queries that nothing waits for.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "gl/objects.h"

namespace gpubuck::texel {

/// Total GPU time of one pass since the profiler was enabled or last reset.
struct PassTime {
  std::string name;
  std::int64_t runs = 0;
  double milliseconds = 0.0;
  /// Of all arrays and buffers that its runs were given, each once per run: what a pass moves that
  /// reads or writes every element once.
  std::int64_t bytes = 0;
};

class Profiler {
 public:
  /// Off at first; while it is off, passes cost nothing extra.
  void enable(bool on) { enabled_ = on; }
  bool enabled() const { return enabled_; }

  /// While it lives passes are not timed.
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

  /// Waits for the GPU around each pass and takes the wall clock instead: the timers of llvmpipe
  /// (Mesa 22.3) do not count compute shaders. Always so on a context without timers.
  void waitForPasses(bool on) { waits_ = on; }

  /// Times a pass from construction to destruction. Scopes must not nest. `bytes`: PassTime::bytes
  /// of this run.
  class Scope {
   public:
    Scope(Profiler& profiler, const std::string& name, std::int64_t bytes = 0);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Profiler* profiler_;    ///< null while the profiler is off
    std::size_t pass_ = 0;  ///< of a pass that is waited for
    std::int64_t bytes_;
    bool isWaitedFor_ = false;
    std::chrono::steady_clock::time_point begun_;
  };

  /// The times in the order in which the passes first ran; waits for those still running.
  std::vector<PassTime> times();
  /// The same without waiting: passes still running are left out and appear in a later call. A pass
  /// that has not finished any run yet has 0 runs. Neither may be called inside a scope.
  std::vector<PassTime> latest();
  void reset();

 private:
  using Clock = std::chrono::steady_clock;

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
  std::vector<PassTime> times_;
  std::map<std::string, std::size_t> index_;
  std::deque<Pending> pending_;
  std::vector<gl::Query> idle_;
};

}  // namespace gpubuck::texel
