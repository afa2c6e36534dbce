#include "demo/actions/view_actions.h"

#include <fmt/format.h>

namespace gpubuck::demo {

void setView(DemoState& state, const scenario::View& view) {
  state.session.setView(view);
  const scenario::Camera& camera = view.camera;
  state.journal.event(
      "view",
      fmt::format("azimuth {:.2f} elevation {:.2f} zoom {:.3f} pan {:.3f} {:.3f} roll {:.2f}",
                  camera.azimuth, camera.elevation, camera.zoom, camera.panX, camera.panY,
                  camera.roll));
}

void setCamera(DemoState& state, const scenario::Camera& camera) {
  scenario::View view = state.session.scenario().view;
  view.camera = camera;
  setView(state, view);
}

void resetCamera(DemoState& state) { setCamera(state, state.opened.view.camera); }

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

void setStyle(DemoState& state, render::ParticleStyle style) {
  state.look.style = style;
  state.journal.event("particles as", optionOf(kStyles, style).word);
}

void setColouring(DemoState& state, render::Colouring colouring) {
  state.look.colouring = colouring;
  state.look.colourScale = 0.0;
  state.journal.event("colour by", optionOf(kColourings, colouring).word);
}

}  // namespace gpubuck::demo
