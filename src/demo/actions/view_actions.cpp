// Of actions.h: how the fluid is looked at, pictures and films.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/error.h"
#include "demo/actions/actions.h"

namespace gpubuck::demo {
namespace {

/// Says when a film has become complete, or what has ended it.
void note(DemoState& state, const std::function<std::optional<Film>()>& complete) {
  try {
    if (const std::optional<Film> film = complete()) {
      state.journal.notice("film", fmt::format("{}, {} frames", film->path.string(), film->frames));
    }
  } catch (const Error& error) {
    state.journal.error(error.what());
  }
}

}  // namespace

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

void takeScreenshot(DemoState& state, bool withGui) {
  state.capture.screenshot = true;
  state.capture.screenshotWithGui = withGui;
}

void toggleFilm(DemoState& state) {
  if (state.recorder.recording()) {
    state.recorder.endFilm();
    return;
  }
  attempt(state, [&state] {
    state.recorder.startFilm(state.session.scenario().name,
                             static_cast<int>(state.capture.framesPerSecond));
    state.journal.notice("film", "recording");
  });
}

void toggleTurntable(DemoState& state) {
  Capture& capture = state.capture;
  if (capture.turntable.turning()) {
    endTurntable(state);
    return;
  }
  attempt(state, [&state, &capture] {
    const auto rate = static_cast<int>(capture.framesPerSecond);
    const std::int64_t frames = std::max<std::int64_t>(std::llround(capture.turnSeconds * rate), 1);
    state.recorder.startFilm(state.session.scenario().name + "-turn", rate);
    capture.turntable.start(frames);
    capture.playedBefore = std::exchange(state.playback.playing, capture.turnRuns);
    state.journal.notice("turntable", fmt::format("{} frames", frames));
  });
}

void endTurntable(DemoState& state) {
  Capture& capture = state.capture;
  capture.turntable.stop();
  state.playback.playing = capture.playedBefore && state.session.failure().empty();
  state.recorder.endFilm();
}

void goOnWithFilm(DemoState& state, double seconds) {
  note(state, [&] { return state.recorder.goOn(seconds); });
}

void finishFilm(DemoState& state, double patience) {
  note(state, [&] { return state.recorder.finishFilm(patience); });
}

}  // namespace gpubuck::demo
