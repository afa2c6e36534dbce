#include "demo/session/pending_fluid.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "demo/widgets/clock.h"

namespace gpubuck::demo {
namespace {

// Particles between two readings of the clock.
constexpr std::int64_t kPortion = 1 << 14;

}  // namespace

PendingFluid::PendingFluid(const scenario::Scenario& scenario, std::string what,
                           std::function<void()> done, std::optional<scenario::Scenario> restarts)
    : scenario_(scenario),
      what_(std::move(what)),
      done_(std::move(done)),
      restarts_(std::move(restarts)),
      particles_(scenario::particleCount(scenario)),
      maker_(scenario) {}

bool PendingFluid::advance(double seconds) {
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

double PendingFluid::secondsLeft() const {
  const double share = std::max(maker_.share(), 1e-3);
  return seconds_ * (1.0 - share) / share;
}

run::RunState PendingFluid::take(const scenario::Scenario& present) {
  run::RunState state{.scenario = std::move(scenario_), .particles = maker_.finish()};
  if (!restarts_) return state;
  std::vector<std::string> changes;
  for (const scenario::Difference& each : scenario::differences(*restarts_, present)) {
    if (each.isLive()) changes.push_back(each.key + "=" + each.second);
  }
  if (!changes.empty()) run::changeWhileRunning(state, changes, what_);
  return state;
}

}  // namespace gpubuck::demo
