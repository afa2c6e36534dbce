#include "python/interruptible.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gpubuck::python {
namespace {

struct Worker {
  struct Task {
    std::function<void()> work{};
    std::promise<void> done{};
  };

  std::mutex mutex{};
  std::condition_variable given{};
  std::unique_ptr<Task> task{};

  void give(std::unique_ptr<Task> next) {
    {
      const std::lock_guard lock(mutex);
      task = std::move(next);
    }
    given.notify_one();
  }
  std::unique_ptr<Task> take() {
    std::unique_lock lock(mutex);
    given.wait(lock, [&] { return task != nullptr; });
    return std::move(task);
  }
};

/// The worker threads of a process. The threads and the pool live until the process ends.
class Pool {
 public:
  pid_t process() const { return process_; }

  std::future<void> run(std::function<void()> work) {
    auto task = std::make_unique<Worker::Task>();
    task->work = std::move(work);
    std::future<void> done = task->done.get_future();
    idleWorker()->give(std::move(task));
    return done;
  }

 private:
  Worker* idleWorker() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Worker* const worker = idle_.back();
        idle_.pop_back();
        return worker;
      }
    }
    auto worker = std::make_unique<Worker>();
    std::thread([this, worker = worker.get()] { serve(*worker); }).detach();
    return worker.release();
  }

  void serve(Worker& worker) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    while (true) {
      const std::unique_ptr<Worker::Task> task = worker.take();
      task->work();
      {
        const std::lock_guard lock(mutex_);
        idle_.push_back(&worker);
      }
      task->done.set_value();
    }
  }

  pid_t process_ = getpid();
  std::mutex mutex_;
  std::vector<Worker*> idle_;
};

}  // namespace

std::future<void> onWorker(std::function<void()> work) {
  static std::atomic<Pool*> current = nullptr;
  Pool* pool = current;
  while (pool == nullptr || pool->process() != getpid()) {
    auto fresh = std::make_unique<Pool>();
    if (current.compare_exchange_strong(pool, fresh.get())) pool = fresh.release();
  }
  return pool->run(std::move(work));
}

}  // namespace gpubuck::python
