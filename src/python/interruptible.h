// Calls that Ctrl-C ends, on threads that stay for the next call.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>

namespace gpubuck::python {

/// Runs `work`, which must not throw, on an idle thread or, if there is none, on a new thread. The
/// future is ready when the thread is idle again. Threads are kept, since a driver may take 40 ms
/// for the first call of a thread. The threads leave signals to the caller's thread. A process that
/// fork() makes starts its own threads.
std::future<void> onWorker(std::function<void()> work);

/// Returns `work(between)`, which must call `between` now and then. The work runs on another
/// thread, while this thread lets the signal handlers of Python run. Only on this thread can the
/// handlers call gpubuck themselves, and no call that waits for the GIL keeps another call from its
/// turn. An exception of a handler, such as KeyboardInterrupt, ends the work at the next `between`
/// and is thrown when the work has ended.
template <typename Work>
auto interruptible(const Work& work) {
  namespace py = pybind11;
  using Result = std::invoke_result_t<Work, const std::function<void()>&>;
  struct Ended {};
  std::atomic<bool> isToEnd = false;
  const std::function<void()> between = [&] {
    if (isToEnd) throw Ended();
  };
  const auto isRaised = [] {
    const py::gil_scoped_acquire held;
    return PyErr_CheckSignals() != 0;
  };
  const py::gil_scoped_release others;
  std::packaged_task<Result()> task([&] { return work(between); });
  const std::future<void> done = onWorker([&] { task(); });
  while (done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    if (!isRaised()) continue;
    isToEnd = true;
    done.wait();
    break;
  }
  if (!isToEnd) return task.get_future().get();
  const py::gil_scoped_acquire held;
  throw py::error_already_set();
}

/// Runs work on this thread, for work that is mostly too short for a thread of its own. `between`
/// lets the signal handlers run.
template <typename Work>
auto interruptibleHere(const Work& work) {
  namespace py = pybind11;
  struct Raised {};
  const std::function<void()> between = [] {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw Raised();
  };
  try {
    const py::gil_scoped_release others;
    return work(between);
  } catch (const Raised&) {
    throw py::error_already_set();
  }
}

}  // namespace gpubuck::python
