// Runs calls so that Ctrl-C can end them, on threads that are kept for later calls.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>

namespace gpubuck::python {

/// Runs `work`, which must not throw, on an idle thread or, if there is none, on a new thread. The
/// future is ready when the thread is idle again. Threads are kept, since a driver may take 40 ms
/// for the first call of a thread. The threads block signals, which thus reach the caller's thread.
/// A process made by fork() starts threads of its own.
std::future<void> onWorker(std::function<void()> work);

/// Returns the result of `work(between)`. `work` must call `between` now and then. It runs on
/// another thread, while this thread runs the signal handlers of Python. For this reason handlers
/// may call gpubuck themselves, and a call never waits for the GIL while other calls wait for their
/// turn. If a handler raises an exception, such as KeyboardInterrupt, the next call of `between`
/// ends the work, and the exception is thrown once the work has ended.
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

/// Returns the result of `work(between)`, as interruptible() does, but runs `work` on this thread:
/// the work usually takes too little time to be handed to another thread. `between` runs the signal
/// handlers.
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
