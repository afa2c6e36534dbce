#include "demo/shows/kiosk.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "demo/actions/view_actions.h"
#include "demo/panels/gallery.h"
#include "demo/view/pick_marks.h"

namespace gpubuck::demo {
namespace {

// Longer pictures count as this many seconds, because the user waited for them.
constexpr double kLongestPicture = 1.0;
constexpr float kTitleScale = 1.8F;

}  // namespace

void Kiosk::begin(DemoState& state) {
  isPlaying_ = true;
  state.showsGui = false;
  pickParticle(state, std::nullopt);
  state.playback.playing = true;
  state.journal.event("kiosk", "plays");
}

void Kiosk::end(DemoState& state) {
  if (!isPlaying_) return;
  isPlaying_ = false;
  state.showsGui = true;
  resetCamera(state);
  state.undo = makeUndo();  // the user has not made these changes
  state.firstSteps.begin();
  state.journal.event("kiosk", "ends");
}

void Kiosk::update(DemoState& state, double seconds) {
  if (!isPlaying_) return;
  FluidSession& session = state.session;
  if (generation_ != session.generation()) {
    generation_ = session.generation();
    shown_ = 0.0;
    state.playback.playing = true;
  }
  seconds = std::min(seconds, kLongestPicture);
  if (!state.pendingFluid) shown_ += seconds;
  if (shown_ >= kSeconds) {
    shown_ = 0.0;  // if the scenario cannot be opened, the next attempt follows after the same time
    openNext(state, 1);
    return;
  }
  if (session.scenario().fluid.box.dimensions == 2) return;  // seen from above
  scenario::View view = session.scenario().view;
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
