#include "demo/shows/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "demo/demo_state.h"

namespace gpubuck::demo {
namespace {

bool reaches(const dpd::Goal& goal, const dpd::Observables& measured) {
  const bool isInTime = goal.within == 0.0 || measured.time <= goal.within;
  return isInTime && measured.goalShare.value_or(0.0) >= goal.share;
}

double presentShare(const DemoState& state) {
  const auto& all = state.session.telemetry().measurements();
  return all.empty() ? 0.0 : all.back().goalShare.value_or(0.0);
}

}  // namespace

std::optional<double> goalProgress(const DemoState& state) {
  const dpd::Goal& goal = state.session.scenario().fluid.goal;
  if (!goal.isThere()) return {};
  return std::min(1.0, presentShare(state) / goal.share);
}

void GoalWatch::update(DemoState& state) {
  const dpd::Goal& goal = state.session.scenario().fluid.goal;
  const int generation = state.session.generation();
  const bool isOther = std::exchange(generation_, generation) != generation;
  const bool isBefore = reached_ && state.session.simulation().stepNumber() < reached_->step;
  if (isOther || isBefore) reached_.reset();
  if (reached_ || !goal.isThere()) return;
  for (const dpd::Observables& each : state.session.telemetry().measurements()) {
    if (!reaches(goal, each)) continue;
    reached_ = {each.step, each.time};
    state.journal.notice("goal", fmt::format("reached at time {:.1f}", each.time));
    return;
  }
}

std::string GoalWatch::line(const DemoState& state) const {
  const dpd::Goal& goal = state.session.scenario().fluid.goal;
  if (!goal.isThere()) return {};
  const std::string text = goal.text.empty() ? "Goal" : goal.text;
  if (reached_) return fmt::format("✓ {}: reached at time {:.1f}", text, reached_->time);
  const double time = state.session.simulation().time();
  if (goal.within > 0.0 && time > goal.within) {
    return fmt::format("✗ {}: too late (R: again)", text);
  }
  std::string line = fmt::format("○ {}: {:.0f} of {:.0f} %", text, 100.0 * presentShare(state),
                                 100.0 * goal.share);
  if (goal.within > 0.0) line += fmt::format(", {:.0f} time left", goal.within - time);
  return line;
}

}  // namespace gpubuck::demo
