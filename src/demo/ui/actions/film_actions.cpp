#include "demo/ui/actions/film_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/plural.h"
#include "demo/ui/actions/actions.h"

namespace gpubuck::demo {
namespace {

/// Shows a notice when the film is complete, or the error that ended it.
void note(DemoState& state, const std::function<std::optional<Film>()>& complete) {
  try {
    if (const std::optional<Film> film = complete()) {
      state.journal.notice(
          "film", fmt::format("{}, {}", film->path.string(), counted(film->frames, "frame")));
    }
  } catch (const Error& error) {
    state.journal.error(error.what());
  }
}

}  // namespace

void takeScreenshot(DemoState& state, bool withGui) {
  state.capture.screenshot = true;
  state.capture.screenshotWithGui = withGui;
}

void toggleFilm(DemoState& state) {
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

void filmReplay(DemoState& state) {
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

void continueReplay(DemoState& state) {
  if (!state.replay.isFilming()) return;
  try {
    // A page records in real time.
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
    state.journal.notice("turntable", counted(frames, "frame"));
  });
}

void endTurntable(DemoState& state) {
  Capture& capture = state.capture;
  capture.turntable.stop();
  state.playback.playing = capture.playedBefore && state.session.failure().empty();
  state.recorder.endFilm();
}

void continueFilm(DemoState& state, double seconds) {
  note(state, [&] { return state.recorder.goOn(seconds); });
}

void finishFilm(DemoState& state, double patience) {
  note(state, [&] { return state.recorder.finishFilm(patience); });
}

}  // namespace gpubuck::demo
