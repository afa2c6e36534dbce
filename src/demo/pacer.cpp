#include "demo/pacer.h"

#include <algorithm>
#include <chrono>

#include "gl/wait.h"

namespace gpubuck::demo {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kSmallestPart = 1 << 10;
constexpr int kLargestBatch = 64;
// Waits for the GPU in the time of one call.
constexpr double kWaits = 4.0;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

int Pacer::run(dpd::Simulation& simulation, int steps, double seconds,
               const std::function<void()>& beforeStep, const std::function<void()>& afterStep) {
  const Clock::time_point start = Clock::now();
  int completed = 0;
  while (completed < steps) {
    const Clock::time_point begun = Clock::now();
    for (int k = 0; k < portion_.batch && completed < steps; ++k) {
      if (!withinStep_ && beforeStep) beforeStep();
      withinStep_ = !simulation.advance(portion_.part);
      if (withinStep_) continue;
      ++completed;
      if (afterStep) afterStep();
    }
    gl::finish();
    portion_.adapt(since(begun), seconds / kWaits, simulation.count());
    if (since(start) >= seconds) break;
  }
  return completed;
}

void Portion::adapt(double seconds, double wanted, std::int64_t particles) {
  if (seconds < wanted / 2.0) {
    if (part < particles) {
      part *= 2;
    } else {
      batch = std::min(2 * batch, kLargestBatch);
    }
  } else if (seconds > wanted * 1.5) {
    if (batch > 1) {
      batch /= 2;
    } else {
      part = std::max(part / 2, kSmallestPart);
    }
  }
}

}  // namespace gpubuck::demo
