#include "demo/session/pending_fluid.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "demo/widgets/clock.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

namespace {

// Number of particles created between two readings of the clock.
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

namespace {

using scenario::Scenario;

bool startDiffers(const Scenario& one, const Scenario& other) {
  return scenario::changeBetween(one, other) == scenario::Change::Restart;
}

/// Returns `running` with the values of `draft` that need a restart and that differ between
/// `before` and `draft`. Other values are left as they are: key.set() would turn the default of a
/// value that the scenario leaves out into a given value.
Scenario withStart(Scenario running, const Scenario& before, const Scenario& draft) {
  for (const scenario::Key& key : scenario::schema()) {
    if (key.about.needs != scenario::Change::Restart || !key.set) continue;
    for (const std::size_t entry : scenario::entriesOf(key, draft)) {
      const scenario::Value value = key.get(draft, entry);
      if (value != key.get(before, entry)) key.set(running, entry, value);
    }
  }
  const std::vector<dpd::Solid> fixed = dpd::fixedOf(draft.fluid.solids);
  if (fixed != dpd::fixedOf(before.fluid.solids)) {
    std::vector<dpd::Solid>& solids = running.fluid.solids;
    std::erase_if(solids,
                  [](const dpd::Solid& solid) { return solid.kind != dpd::SolidKind::Body; });
    solids.insert(solids.end(), fixed.begin(), fixed.end());
  }
  return running;
}

}  // namespace

Scenario& StartDraft::of(const Scenario& running) {
  draft_ = startDiffers(running, running_) ? running : withStart(running, running_, draft_);
  running_ = running;
  return draft_;
}

bool StartDraft::isChanged(const Scenario& running) { return startDiffers(of(running), running); }

}  // namespace gpubuck::demo
