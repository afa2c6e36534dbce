#include "demo/actions/view_actions.h"

#include <fmt/format.h>

namespace gpubuck::demo {

void setView(DemoState& state, const scenario::View& view) {
  state.session.setView(view);
  state.journal.event(
      "view",
      fmt::format("azimuth {:.2f} elevation {:.2f} zoom {:.3f} pan {:.3f} {:.3f} roll {:.2f}",
                  view.azimuth, view.elevation, view.zoom, view.panX, view.panY, view.roll));
}

void resetView(DemoState& state) {
  scenario::View view = state.session.scenario().view;
  view.azimuth = state.opened.view.azimuth;
  view.elevation = state.opened.view.elevation;
  view.roll = state.opened.view.roll;
  view.zoom = state.opened.view.zoom;
  view.panX = state.opened.view.panX;
  view.panY = state.opened.view.panY;
  setView(state, view);
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
  scenario::View view = state.session.scenario().view;
  view.azimuth = viewpoint.azimuth;
  view.elevation = viewpoint.elevation;
  view.roll = 0.0;
  view.zoom = 1.0;
  view.panX = view.panY = 0.0;
  setView(state, view);
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
