#include "demo/shows/next_scene.h"

#include <algorithm>

#include "demo/widgets/clock.h"
#include "gl/context.h"

namespace gpubuck::demo {
namespace {

constexpr std::int64_t kScenePortion = 1 << 12;  // particles
// Waits for the GPU per call.
constexpr double kSceneWaits = 4.0;
// The first steps compile shaders; their time is not measured. A few more are.
constexpr std::int64_t kUntimedSteps = 2, kTimedSteps = 3;

}  // namespace

NextScene::NextScene(const FluidSession& session, const scenario::Scenario& scenario,
                     std::int64_t steps)
    : session_(&session),
      name_(scenario.name),
      particles_(scenario, name_, [] {}),
      steps_(steps),
      portion_(kScenePortion) {}

void NextScene::advance(double seconds) {
  const Clock::time_point begun = Clock::now();
  if (!fluid_) {
    if (particles_.advance(seconds)) {
      fluid_.emplace(session_->another(particles_.take(session_->scenario())));
    }
    seconds_ += secondsSince(begun);
    return;
  }
  dpd::Simulation& fluid = fluid_->simulation();
  bool hasTime = true;
  while (done_ < steps_ && hasTime) {
    const Clock::time_point portionBegun = Clock::now();
    if (fluid.advance(std::min(portion_, fluid.count()))) ++done_;
    gl::finish();
    const double spent = secondsSince(portionBegun);
    if (done_ > kUntimedSteps) measuredSeconds_ += spent;
    portion_ = nextPortion(portion_, spent, seconds / kSceneWaits, fluid.count());
    hasTime = secondsSince(begun) < seconds;
  }
  seconds_ += secondsSince(begun);
}

std::optional<double> NextScene::stepSeconds() const {
  if (done_ < kUntimedSteps + kTimedSteps) return {};
  return measuredSeconds_ / static_cast<double>(done_ - kUntimedSteps);
}

run::RunState NextScene::take() {
  if (fluid_->simulation().stepUnderWay()) fluid_->simulation().step();
  return fluid_->state();
}

}  // namespace gpubuck::demo
