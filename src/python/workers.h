// Threads that stay for the next call.
#pragma once

#include <functional>
#include <future>

namespace gpubuck::python {

/// Runs `work`, which must not throw, on an idle thread or, if there is none, on a new one. The
/// future is ready when the thread is idle again. Threads are kept, since a driver may take 40 ms
/// for the first call of each. They leave signals to the caller's thread. A child that fork() makes
/// begins without any.
std::future<void> onWorker(std::function<void()> work);

}  // namespace gpubuck::python
