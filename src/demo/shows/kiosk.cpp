#include "demo/shows/kiosk.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.h"
#include "demo/session/telemetry.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/panels/gallery.h"
#include "demo/view/fluid_view.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/form.h"
#include "gl/context.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

// A picture that took longer counts as this many seconds: the user waited for it instead of
// watching the scenario.
constexpr double kLongestPicture = 1.0;
// Preparing a scenario may take these shares of the time. The share is larger for the first
// scenario: it is the running scenario itself, so no other fluid has to move meanwhile.
constexpr double kPreparing = 0.4;
constexpr double kPreparingPresent = 0.95;

constexpr std::int64_t kFirstOfScene = 1 << 12;  // particles
// Number of waits for the GPU in each call of NextScene::advance().
constexpr double kSceneWaits = 4.0;
// The first steps compile shaders; their time is not measured. The next few steps are timed.
constexpr std::int64_t kUntimedSteps = 2, kTimedSteps = 3;

}  // namespace

NextScene::NextScene(const FluidSession& session, const scenario::Scenario& scenario,
                     std::int64_t steps)
    : session_(&session),
      name_(scenario.name),
      particles_(scenario, name_, [] {}),
      steps_(steps),
      slice_(kFirstOfScene) {}

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
    const Clock::time_point sliceBegun = Clock::now();
    if (fluid.advance(std::min(slice_.elements(), fluid.count()))) ++done_;
    gl::finish();
    const double spent = secondsSince(sliceBegun);
    if (done_ > kUntimedSteps) measuredSeconds_ += spent;
    slice_.adapt(spent, seconds / kSceneWaits, fluid.count());
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

std::unique_ptr<Show> makeKiosk() { return std::make_unique<Kiosk>(); }

void Kiosk::begin(DemoState& state) {
  const FluidSession& session = state.session;
  isPlaying_ = true;
  generation_ = session.generation();
  tried_ = session.scenario().name;
  state.showsGui = false;
  state.toggleFullscreen = !state.onPage;  // a browser allows the full screen only after a gesture
  pickParticle(state, std::nullopt);
  setPlaying(state, true);
  state.journal.event("kiosk", "plays");
  const auto entry = std::ranges::find(gallery(), tried_, &GalleryEntry::name);
  if (entry == gallery().end() || entry->developed == 0) return;
  // The developed state of the running scenario replaces its present state.
  next_ = std::make_shared<NextScene>(session, session.scenario(), entry->developed);
  shown_ = kSeconds;
}

void Kiosk::end(DemoState& state) {
  if (!isPlaying_) return;
  isPlaying_ = false;
  next_.reset();
  state.showsGui = true;
  state.toggleFullscreen = !state.onPage;
  resetCamera(state);
  state.undo = makeUndo();  // the user has not made these changes
  state.show("first steps").begin(state);
  state.journal.event("kiosk", "ends");
}

bool Kiosk::mayBeFast(std::int64_t particles) const {
  // A factor that allows for fluids with a different cost per particle.
  constexpr double kDoubt = 2.0;
  return particleSteps_ == 0.0 || kDoubt * particleSteps_ >= kLeastRate * double(particles);
}

std::shared_ptr<NextScene> Kiosk::choose(DemoState& state) {
  for (std::size_t k = 0; k < gallery().size(); ++k) {
    const GalleryEntry& entry = entryAfter(tried_, 1);
    if (entry.name == state.session.scenario().name) break;
    tried_ = entry.name;
    const scenario::Scenario scenario = scenario::builtIn(tried_);
    if (mayBeFast(scenario::particleCount(scenario))) {
      return std::make_shared<NextScene>(state.session, scenario, entry.developed);
    }
  }
  hasTriedAll_ = true;
  return nullptr;
}

double Kiosk::prepare(DemoState& state, double seconds) {
  if (!isPlaying_ || hasTriedAll_) return 0.0;
  const Clock::time_point begun = Clock::now();
  try {
    if (!next_) next_ = choose(state);
    if (!next_ || next_->isDeveloped()) return 0.0;
    const bool isPresent = next_->name() == state.session.scenario().name;
    next_->advance((isPresent ? kPreparingPresent : kPreparing) * seconds);
    const auto step = next_->stepSeconds();
    if (step && *step * kLeastRate > 1.0) {
      state.journal.event("kiosk", "skips " + next_->name());
      next_.reset();
    }
  } catch (const Error& error) {
    state.journal.event("kiosk", "skips " + tried_ + ": " + error.what());
    next_.reset();
  }
  return secondsSince(begun);
}

void Kiosk::update(DemoState& state, double seconds) {
  if (!isPlaying_) return;
  FluidSession& session = state.session;
  if (const double step = stepSecondsOf(session.telemetry()); step > 0.0) {
    noteSpeed(double(session.simulation().count()) / step);
  }
  if (generation_ != session.generation()) {
    generation_ = session.generation();
    shown_ = 0.0;
    setPlaying(state, true);
  }
  seconds = std::min(seconds, kLongestPicture);
  if (!state.pendingFluid) shown_ += seconds;
  const bool isReady =
      next_ && (next_->isDeveloped() || (next_->hasBegun() && shown_ >= kLongestSeconds));
  if (shown_ >= kSeconds && isReady) {
    shown_ = 0.0;  // if the next scenario cannot be shown, the present scenario stays for
                   // another kSeconds
    const std::shared_ptr<NextScene> next = std::exchange(next_, nullptr);
    try {
      openState(state, next->take(), next->seconds(), "scenario " + next->name());
    } catch (const Error& error) {
      state.journal.event("kiosk", "skips " + next->name() + ": " + error.what());
    }
    return;
  }
  if (shown_ >= kSeconds && hasTriedAll_) {
    shown_ = 0.0;
    tried_ = session.scenario().name;
    hasTriedAll_ = false;
  }
  // A fluid of two dimensions is seen from above, so the camera does not turn around it.
  if (session.scenario().fluid.box.dimensions == 2) return;
  turnCamera(state, kDegreesPerSecond * seconds);
}

float Kiosk::draw(DemoState& state, WorkArea& free) {
  const scenario::Scenario& scenario = state.session.scenario();
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({2.0F * em, ImGui::GetIO().DisplaySize.y - 2.0F * em}, ImGuiCond_Always,
                          {0.0F, 1.0F});
  ImGui::SetNextWindowBgAlpha(0.6F);
  ImGui::Begin("kiosk", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  // Visitors read from a distance.
  ImGui::PushFont(titleFont());
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s",
                     titleOf(scenario.name).c_str());
  paragraph(scenario.description, 0.6F * ImGui::GetIO().DisplaySize.x);
  ImGui::TextDisabled("%s particles", groupDigits(state.session.simulation().count()).c_str());
  ImGui::TextUnformatted("Press any key to try it yourself.");
  markWidget("kiosk/invitation");
  ImGui::PopFont();
  ImGui::End();
  return free.bottom();
}

}  // namespace gpubuck::demo
