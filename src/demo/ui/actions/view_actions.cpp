#include "demo/ui/actions/view_actions.h"

#include <fmt/format.h>

#include <utility>

#include "demo/ui/actions/actions.h"
#include "demo/view/fluid_view.h"
#include "dpd/model/pair_law.h"

namespace gpubuck::demo {
namespace {

// More particles than this are drawn as points.
constexpr std::int64_t kMostSpheres = 4'000'000;
constexpr std::int64_t kMostSpheresInSoftware = 150'000;

}  // namespace

void resetCamera(DemoState& state) {
  setCamera(state, state.opened.view.camera);
  if (tippedBy(state) == 0.0) return;
  scenario::Scenario upright = state.session.scenario();
  upright.fluid.gravity = state.opened.fluid.gravity;
  change(state, upright);
}

std::string whyNotFrom(const DemoState& state, const Viewpoint& viewpoint) {
  const bool isFlat = state.session.scenario().fluid.box.dimensions == 2;
  return isFlat && viewpoint.elevation < 90.0 ? "the box has two dimensions" : "";
}

void lookFrom(DemoState& state, const Viewpoint& viewpoint) {
  if (const std::string whyNot = whyNotFrom(state, viewpoint); !whyNot.empty()) {
    state.journal.notice("no view from the " + viewpoint.word, whyNot);
    return;
  }
  setCamera(state, {.azimuth = viewpoint.azimuth, .elevation = viewpoint.elevation});
}

render::ParticleStyle automaticStyle(const dpd::Fluid& fluid, std::int64_t particles,
                                     bool isSoftware) {
  using enum render::ParticleStyle;
  if (particles > (isSoftware ? kMostSpheresInSoftware : kMostSpheres)) return Points;
  const bool hasSurface = dpd::lawOf(fluid).needsDensity() && fluid.bondKinds.empty();
  return hasSurface && !isSoftware ? Surface : Spheres;
}

namespace {

/// Returns the look that suits the renderer and the present fluid, with soft shading on a GPU.
Look automaticLook(const DemoState& state) {
  const bool isSoftware = state.session.device().capabilities().software;
  const dpd::Simulation& simulation = state.session.simulation();
  return {.style = automaticStyle(simulation.fluid(), simulation.count(), isSoftware),
          .occlusion = !isSoftware,
          .shadows = !isSoftware && state.session.scenario().fluid.box.dimensions == 3,
          .smooth = !isSoftware,
          .keepsRate = !isSoftware};
}

}  // namespace

void suitLook(DemoState& state) {
  Settings before{.look = std::exchange(state.automaticLook, automaticLook(state))};
  Settings automatic{.look = state.automaticLook};
  Settings chosen{.look = state.look};
  for (const Setting& row : settings()) {
    const auto* const flag = std::get_if<Flag>(&row.kind);
    if (flag == nullptr || flag->at(chosen) != flag->at(before)) continue;
    flag->at(chosen) = flag->at(automatic);
  }
  state.look = chosen.look;
  state.look.cut = {};
  if (state.look.isStyleAutomatic) state.look.style = state.automaticLook.style;
  const bool hasDensity = dpd::lawOf(state.session.scenario().fluid).needsDensity();
  if (state.look.colouring == render::Colouring::Density && !hasDensity) {
    state.look.colouring = render::Colouring::Species;
  }
}

void setAutomaticStyle(DemoState& state) {
  state.look.isStyleAutomatic = true;
  state.look.style = state.automaticLook.style;
  state.journal.event("particles as", "automatic");
}

void setStyle(DemoState& state, render::ParticleStyle style) {
  state.look.style = style;
  state.look.isStyleAutomatic = false;
  state.journal.event("particles as", optionOf(kStyles, style).word);
}

void setColouring(DemoState& state, render::Colouring colouring) {
  state.look.colouring = colouring;
  state.look.colourScale = 0.0;
  state.journal.event("colour by", optionOf(kColourings, colouring).word);
}

}  // namespace gpubuck::demo
