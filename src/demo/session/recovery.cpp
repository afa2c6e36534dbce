#include "demo/session/recovery.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace gpubuck::demo {

void Recovery::begin(std::int64_t step) {
  goTo(step);
  hasStroke_ = wereChanged_ = false;
}

void Recovery::goTo(std::int64_t step) {
  failure_.clear();
  changedAt_ = step;
}

void Recovery::change(std::int64_t step, std::optional<unsigned long> gesture) {
  gesture_ = gesture;
  changedAt_ = step;
  wereChanged_ = true;
}

bool Recovery::acts(bool isForced) {
  hasStroke_ = hasStroke_ || isForced;
  return !std::exchange(isForced_, isForced) && isForced;
}

void Recovery::fail(const Error& error, const scenario::Scenario& with) {
  failure_ = error.what();
  failedWith_ = with;
}

std::optional<std::int64_t> Recovery::failedStep() const {
  long long step = 0;
  if (std::sscanf(failure_.c_str(), "step %lld: ", &step) != 1) return {};
  return step;
}

bool Recovery::hasFailedValues(const KeptState& state) const {
  scenario::Scenario kept = state.fluid.scenario;
  kept.view = failedWith_.view;
  return std::ranges::all_of(scenario::differences(kept, failedWith_),
                             &scenario::Difference::isMotion);
}

const KeptState* Recovery::lastGood(const History& history) const {
  const KeptState* const latest = history.latest();
  if (!hasFailed() || latest == nullptr) return latest;
  std::vector<const KeptState*> states = history.timeline();
  std::erase_if(states, [&](const KeptState* state) { return state->id > latest->id; });
  const auto failing = [&](const KeptState* state) { return hasFailedValues(*state); };
  const auto stroke = std::ranges::find(states, beforeStroke_, &KeptState::id);
  const auto isProven = [&](const KeptState* state) {
    return !wereChanged_ || state->step() - changedAt_ >= kProvenSteps;
  };
  if (stroke != states.end() && isProven(*stroke)) return *stroke;
  // The gesture that set the failed values may have tried other values first. The states that were
  // kept during the gesture are left out.
  const auto isTrial = [&](const KeptState* state) { return state->id > beforeValues_; };
  if (std::ranges::find(states, beforeValues_, &KeptState::id) != states.end()) {
    std::erase_if(states, isTrial);
  }
  const auto good = std::find_if_not(states.rbegin(), states.rend(), failing);
  return good != states.rend() ? *good : latest;
}

}  // namespace gpubuck::demo
