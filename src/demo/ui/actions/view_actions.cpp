#include "demo/ui/actions/view_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "demo/ui/actions/actions.h"
#include "demo/view/fluid_view.h"
#include "dpd/model/pair_law.h"

namespace gpubuck::demo {

namespace {

// More particles than this are drawn as points.
constexpr std::int64_t kMostSpheres = 4'000'000;
constexpr std::int64_t kMostSpheresInSoftware = 150'000;
// Pixels per texel of a surface, along each side, if there is no GPU. With this number, drawing a
// surface takes as long as drawing spheres.
constexpr int kGrainInSoftware = 2;

}  // namespace

void resetCamera(Workspace& state) {
  setCamera(state, state.opened.view.camera);
  if (tippedBy(state) == 0.0) return;
  scenario::Scenario upright = state.session.scenario();
  upright.fluid.gravity = state.opened.fluid.gravity;
  change(state, upright);
}

std::string whyNotFrom(const Display& display, const Viewpoint& viewpoint) {
  const bool isFlat = display.session.scenario().fluid.box.dimensions == 2;
  return isFlat && viewpoint.elevation < 90.0 ? "the box has two dimensions" : "";
}

void lookFrom(Display& display, const Viewpoint& viewpoint) {
  if (const std::string whyNot = whyNotFrom(display, viewpoint); !whyNot.empty()) {
    display.journal.notice("no view from the " + viewpoint.word, whyNot);
    return;
  }
  setCamera(display, {.azimuth = viewpoint.azimuth, .elevation = viewpoint.elevation});
}

render::ParticleStyle automaticStyle(const scenario::Scenario& opened, std::int64_t particles,
                                     bool isSoftware) {
  using enum render::ParticleStyle;
  if (particles > (isSoftware ? kMostSpheresInSoftware : kMostSpheres)) return Points;
  // If the law does not need a density, the species fill the box together, so that a liquid shows a
  // surface only if the species around it is hidden.
  const bool hasSurface = dpd::lawOf(opened.fluid).needsDensity() || !opened.view.hidden.empty();
  // A surface would hide the bonds of molecules. Bonds of a region do not count, since they hold a
  // body together.
  const bool areOfFile = opened.initial.kind == scenario::InitialKind::File;
  const bool hasMolecules =
      !opened.molecules.empty() || (areOfFile && !opened.fluid.bondKinds.empty());
  return hasSurface && !hasMolecules ? Surface : Spheres;
}

namespace {

/// Returns the look that suits the renderer and the present fluid, with soft shading on a GPU.
Look automaticLook(const Display& display) {
  const bool isSoftware = display.session.device().capabilities().software;
  const dpd::Simulation& simulation = display.session.simulation();
  return {.style = automaticStyle(display.opened, simulation.count(), isSoftware),
          .occlusion = !isSoftware,
          .shadows = !isSoftware && display.session.scenario().fluid.box.dimensions == 3,
          .smooth = !isSoftware,
          .surfaceGrain = isSoftware ? kGrainInSoftware : 1,
          .keepsRate = !isSoftware};
}

}  // namespace

void suitLook(Display& display) {
  Settings before{.look = std::exchange(display.automaticLook, automaticLook(display))};
  Settings automatic{.look = display.automaticLook};
  Settings chosen{.look = display.look};
  for (const Setting& row : settings()) {
    const auto* const flag = std::get_if<Flag>(&row.kind);
    if (flag == nullptr || flag->at(chosen) != flag->at(before)) continue;
    flag->at(chosen) = flag->at(automatic);
  }
  display.look = chosen.look;
  display.look.cut = {};
  display.look.surfaceGrain = display.automaticLook.surfaceGrain;
  if (display.look.isStyleAutomatic) display.look.style = display.automaticLook.style;
  const bool hasDensity = dpd::lawOf(display.session.scenario().fluid).needsDensity();
  if (display.look.colouring == render::Colouring::Density && !hasDensity) {
    display.look.colouring = render::Colouring::Species;
  }
}

void setAutomaticStyle(Display& display) {
  display.look.isStyleAutomatic = true;
  display.look.style = display.automaticLook.style;
  display.journal.event("particles as", "automatic");
}

void setStyle(Display& display, render::ParticleStyle style) {
  display.look.style = style;
  display.look.isStyleAutomatic = false;
  display.journal.event("particles as", optionOf(styleOptions(), style).word);
}

void setColouring(Display& display, render::Colouring colouring) {
  display.look.colouring = colouring;
  display.look.colourScale = 0.0;
  display.journal.event("colour by", optionOf(colouringOptions(), colouring).word);
}

namespace {

/// Shows a notice when the film is complete, or the error that ended the film.
void note(Workspace& state, const std::function<std::optional<Film>()>& complete) {
  try {
    if (const std::optional<Film> film = complete()) {
      // A page records in real time, so that the number of frames does not give the playing time.
      state.journal.notice(
          "film", fmt::format("{}, {}{}", film->path.string(), counted(film->frames, "frame"),
                              state.onPage ? "" : fmt::format(", {:.1f} s", film->seconds)));
    }
  } catch (const Error& error) {
    state.journal.error(error.what());
  }
}

}  // namespace

void takeScreenshot(Display& display, bool withGui) {
  display.capture.screenshot = true;
  display.capture.screenshotWithGui = withGui;
}

void toggleFilm(Workspace& state) {
  if (state.recorder.recording()) {
    state.replay.endFilm();
    state.recorder.endFilm();
    return;
  }
  attempt(state, [&state] {
    state.recorder.startFilm(state.session.scenario().name,
                             static_cast<int>(state.capture.framesPerSecond));
    state.journal.notice("film", "recording");
  });
}

void filmReplay(Workspace& state) {
  attempt(state, [&state] {
    if (state.recorder.recording()) throw RunError("replay", "a film is being recorded");
    if (const std::string why = file::FilmWriter::whyNot(); !why.empty()) {
      throw RunError("replay", why);
    }
    if (state.replay.isEmpty()) {
      state.journal.notice("replay", "there are no pictures yet");
      return;
    }
    state.recorder.startFilm(state.session.scenario().name + "-replay", Replay::kRate);
    state.replay.beginFilm(Clock::now());
    if (state.onPage) state.journal.notice("film", "recording the last 5 seconds");
  });
}

void continueReplay(Workspace& state) {
  if (!state.replay.isFilming()) return;
  try {
    // On a page, films are recorded in real time.
    if (state.onPage && !state.replay.skipTo(Clock::now())) return;
    do {
      state.recorder.append(state.replay.nextFrame());
    } while (!state.onPage && state.replay.isFilming() && state.recorder.isReady());
  } catch (const Error& error) {
    state.replay.endFilm();
    state.journal.error(error.what());
  }
  if (!state.replay.isFilming()) state.recorder.endFilm();
}

void toggleTurntable(Workspace& state) {
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
    state.journal.notice("turntable", counted(frames, "frame"));
  });
}

void endTurntable(Workspace& state) {
  Capture& capture = state.capture;
  capture.turntable.stop();
  setPlaying(state, capture.playedBefore && state.session.failure().empty());
  state.recorder.endFilm();
}

void continueFilm(Workspace& state, double seconds) {
  note(state, [&] { return state.recorder.goOn(seconds); });
}

void finishFilm(Workspace& state, double patience) {
  note(state, [&] { return state.recorder.finishFilm(patience); });
}

}  // namespace gpubuck::demo
