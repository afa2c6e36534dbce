#include "demo/beginning.h"

#include <algorithm>
#include <utility>

#include "demo/clock.h"

namespace gpubuck::demo {
namespace {

// Particles between two looks at the clock.
constexpr std::int64_t kPortion = 1 << 14;

}  // namespace

Beginning::Beginning(const scenario::Scenario& scenario, std::string what,
                     std::function<void()> done)
    : scenario_(scenario),
      what_(std::move(what)),
      done_(std::move(done)),
      particles_(scenario::particleCount(scenario)),
      maker_(scenario) {}

bool Beginning::advance(double seconds) {
  const Clock::time_point begun = Clock::now();
  bool isDone = false;
  double spent = 0.0;
  while (!isDone && spent <= seconds) {
    isDone = maker_.advance(kPortion);
    spent = secondsSince(begun);
  }
  seconds_ += spent;
  return isDone;
}

double Beginning::secondsLeft() const {
  const double share = std::max(maker_.share(), 1e-3);
  return seconds_ * (1.0 - share) / share;
}

scenario::RunState Beginning::take() {
  return {.scenario = std::move(scenario_), .particles = maker_.finish()};
}

}  // namespace gpubuck::demo
