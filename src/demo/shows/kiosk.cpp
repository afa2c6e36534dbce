#include "demo/shows/kiosk.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.h"
#include "demo/actions/actions.h"
#include "demo/actions/view_actions.h"
#include "demo/panels/gallery.h"
#include "demo/shows/next_scene.h"
#include "demo/shows/step_seconds.h"
#include "demo/view/pick_marks.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

// Longer pictures count as this many seconds, because the user waited for them.
constexpr double kLongestPicture = 1.0;
constexpr float kTitleScale = 1.8F;
// Share of the time for the next scenario, and for the first one, before which nothing needs time.
constexpr double kPreparing = 0.4;
constexpr double kPreparingPresent = 0.95;

}  // namespace

void Kiosk::begin(DemoState& state) {
  const FluidSession& session = state.session;
  isPlaying_ = true;
  generation_ = session.generation();
  tried_ = session.scenario().name;
  state.showsGui = false;
  state.toggleFullscreen = !state.onPage;  // a browser allows it only after a gesture
  pickParticle(state, std::nullopt);
  state.playback.playing = true;
  state.journal.event("kiosk", "plays");
  const auto entry = std::ranges::find(gallery(), tried_, &GalleryEntry::name);
  if (entry == gallery().end() || entry->developed == 0) return;
  // The running scenario, developed, replaces itself.
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
  state.firstSteps.begin();
  state.journal.event("kiosk", "ends");
}

bool Kiosk::mayBeFast(std::int64_t particles) const {
  // Fluids differ in their cost per particle.
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
    state.playback.playing = true;
  }
  seconds = std::min(seconds, kLongestPicture);
  if (!state.pendingFluid) shown_ += seconds;
  const bool isReady =
      next_ && (next_->isDeveloped() || (next_->hasBegun() && shown_ >= kLongestSeconds));
  if (shown_ >= kSeconds && isReady) {
    shown_ = 0.0;  // if it cannot be shown, the one after it follows after the same time
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
  if (session.scenario().fluid.box.dimensions == 2) return;  // seen from above
  dpd::View view = session.scenario().view;
  double& azimuth = view.camera.azimuth;
  azimuth = std::remainder(azimuth + kDegreesPerSecond * seconds, 360.0);
  session.setView(view);
}

void drawKiosk(DemoState& state) {
  state.kiosk.update(state, ImGui::GetIO().DeltaTime);
  if (!state.kiosk.isPlaying()) return;
  const scenario::Scenario& scenario = state.session.scenario();
  const auto entry = std::ranges::find(gallery(), scenario.name, &GalleryEntry::name);
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({2.0F * em, ImGui::GetIO().DisplaySize.y - 2.0F * em}, ImGuiCond_Always,
                          {0.0F, 1.0F});
  ImGui::SetNextWindowBgAlpha(0.6F);
  ImGui::Begin("kiosk", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::SetWindowFontScale(kTitleScale);
  ImGui::TextUnformatted((entry != gallery().end() ? entry->title : scenario.name).c_str());
  ImGui::SetWindowFontScale(1.0F);
  ImGui::TextUnformatted(scenario.description.c_str());
  ImGui::TextDisabled("%s particles. Press any key to try it yourself.",
                      groupDigits(state.session.simulation().count()).c_str());
  ImGui::End();
}

}  // namespace gpubuck::demo
