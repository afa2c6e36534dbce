// Work on all processors.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gpubuck {

/// Returns the number of threads that run at the same time on this machine, at least 1.
inline std::int64_t threadsOfMachine() {
  // The number is kept, since asking the system for it takes longer than a small search.
  static const std::int64_t kThreads =
      std::max<std::int64_t>(std::thread::hardware_concurrency(), 1);
  return kThreads;
}

/// Divides 0 .. count - 1 into at most one range per processor, each of at least `least` numbers
/// (or into a single range if `count` is smaller), and calls `work(first, end)` for all ranges at
/// the same time, each on a thread of its own. `work` must not throw.
template <typename Work>
void inParallel(std::int64_t count, std::int64_t least, const Work& work) {
  const std::int64_t parts = std::clamp<std::int64_t>(count / least, 1, threadsOfMachine());
  std::vector<std::jthread> others;
  others.reserve(static_cast<std::size_t>(parts - 1));
  for (std::int64_t k = 1; k < parts; ++k) {
    const auto part = [&work, count, parts, k] {
      work(count * k / parts, count * (k + 1) / parts);
    };
    try {
      others.emplace_back(part);
    } catch (const std::system_error&) {  // no more threads
      part();
    }
  }
  work(0, count / parts);
}

/// Calls `work(task, thread)` for the tasks 0 .. count - 1. Each of the `threads` threads takes the
/// next task as soon as it is free. If `threads` is 0, there are as many threads as processors.
/// Thread 0 is the thread of the caller. After the first exception, every thread completes its
/// present task and ends, and the exception is thrown.
template <typename Work>
void runTasks(std::int64_t count, int threads, const Work& work) {
  std::atomic<std::int64_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto run = [&](std::int64_t thread) {
    for (std::int64_t task = next++; task < count; task = next++) {
      try {
        work(task, static_cast<std::size_t>(thread));
      } catch (...) {
        next = count;
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
    }
  };
  inParallel(std::min<std::int64_t>(count, threads > 0 ? threads : threadsOfMachine()), 1,
             [&](std::int64_t first, std::int64_t) { run(first); });
  if (error) std::rethrow_exception(error);
}

}  // namespace gpubuck
