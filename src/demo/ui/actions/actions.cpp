#include "demo/ui/actions/actions.h"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "demo/session/pending_fluid.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "file/output_file.h"
#include "run/state_file.h"
#include "scenario/built_in.h"
#include "scenario/link.h"

namespace gpubuck::demo {
namespace {

// A fluid whose particles take longer to create is started over several pictures.
constexpr double kAtOnceSeconds = 0.1;

/// Returns whether the scenarios are equal apart from their views.
bool isSameFluid(const scenario::Scenario& one, scenario::Scenario other) {
  other.view = one.view;
  return scenario::differences(one, other).empty();
}

void logFluid(DemoState& state, const char* what) {
  const scenario::Scenario& scenario = state.session.scenario();
  state.journal.event(what, fmt::format("{}, {} particles, seed {}", scenario.name,
                                        state.session.simulation().count(), scenario.fluid.seed));
}

/// Starts the fluid whose state `take` returns, as a change of this name, and calls `done`.
void start(DemoState& state, const std::string& what, double seconds,
           const std::function<run::RunState()>& take, const std::function<void()>& done) {
  beginChange(state, what);
  try {
    state.session.start(take(), seconds);
  } catch (const Error&) {
    dropChange(state);
    throw;
  }
  state.singleSteps.clear();
  done();
  endChange(state);
}

/// Starts the pending fluid, whose particles are complete.
void startPendingFluid(DemoState& state) {
  const std::unique_ptr<PendingFluid> pending = std::exchange(state.pendingFluid, nullptr);
  start(
      state, pending->what(), pending->seconds(),
      [&] { return pending->take(state.session.scenario()); }, pending->done());
}

/// Starts the fluid at once, or leaves it pending if its particles take longer.
void begin(DemoState& state, std::unique_ptr<PendingFluid> pending) {
  const bool isDone = pending->advance(kAtOnceSeconds);
  state.pendingFluid = std::move(pending);
  if (isDone) {
    startPendingFluid(state);
    return;
  }
  state.journal.event("beginning",
                      fmt::format("{} particles", groupDigits(state.pendingFluid->particles())));
}

}  // namespace

void attempt(DemoState& state, std::function<void()> work) {
  state.pending.emplace_back([&state, work = std::move(work)] {
    try {
      work();
    } catch (const std::bad_alloc&) {
      state.journal.error(outOfMemory().what());
    } catch (const Error& error) {
      // The box over the fluid shows why it has failed.
      const bool isShown = state.session.failure() == error.what();
      if (isShown) state.journal.event("error", error.what());
      if (!isShown) state.journal.error(error.what());
    }
  });
}

bool hasFailed(DemoState& state) {
  if (state.session.failure().empty()) return false;
  state.journal.notice("the fluid has failed", "see the message over it");
  return true;
}

std::optional<std::int64_t> keepPresent(DemoState& state, const std::string& what) {
  if (hasFailed(state)) return {};
  const std::optional<std::int64_t> id = state.session.keep();
  if (!id) throw RunError(what, "the fluid is too large to be kept");
  return id;
}

void togglePlaying(DemoState& state) {
  if (hasFailed(state)) return;
  state.playback.playing = !state.playback.playing;
  state.session.telemetry().restartRates();
  state.journal.event("playing", state.playback.playing ? "yes" : "no");
}

void singleStep(DemoState& state) {
  if (hasFailed(state)) return;
  state.playback.playing = false;
  state.singleSteps.push_back(state.gesture);
  state.journal.event("single step", "asked");
}

std::int64_t runFluid(DemoState& state, std::int64_t steps, double seconds,
                      const PointerForces& forces) {
  FluidSession& session = state.session;
  Playback& playback = state.playback;
  std::int64_t made = 0;
  try {
    const auto& effect = forces.effect;
    if (steps == 0 && effect && effect->kind == dpd::EffectKind::Turn) session.apply(*effect);
    if (!state.measurer.goOn(session, playback.measureEvery, seconds) || steps == 0) return 0;
    if (!state.singleSteps.empty() && !session.simulation().stepUnderWay()) {
      beginChange(state, "single step", state.singleSteps.front());
    }
    session.noteCells(state.look.colouring == render::Colouring::Moved);
    made = session.advance(steps, seconds, forces);
    if (!playback.playing && made > 0) {
      if (!state.singleSteps.empty()) state.singleSteps.pop_front();
      endChange(state);
      state.journal.event("step", fmt::format("{}", session.simulation().stepNumber()));
    }
    state.measurer.goOn(session, playback.measureEvery, seconds);
  } catch (const Error& error) {
    state.singleSteps.clear();
    if (std::exchange(playback.playing, false)) state.journal.event("playing", "no");
    // The box over the fluid shows a failure until the user restarts or goes back.
    endChange(state);
    if (session.failure().empty()) state.journal.error(error.what());
    if (!session.failure().empty()) state.journal.event("error", error.what());
  }
  return made;
}

void skipMeasurement(DemoState& state) {
  state.measurer.skip(state.session);
  state.journal.event("measurement", "stopped");
}

void restart(DemoState& state) {
  const scenario::Scenario& next = state.startDraft.of(state.session.scenario());
  if (state.session.failure().empty() || !isSameFluid(next, state.session.failedWith())) {
    restartWith(state, next);
    return;
  }
  const std::string whyNot = whyNotAsOpened(state);
  if (whyNot.empty()) restartAsOpened(state);
  if (!whyNot.empty()) state.journal.notice("no restart", whyNot);
}

void goBack(DemoState& state) {
  attempt(state, [&state] {
    state.session.goBack();
    state.journal.notice("back",
                         fmt::format("at step {}", state.session.simulation().stepNumber()));
  });
}

void continuePendingFluid(DemoState& state, double seconds) {
  try {
    if (state.pendingFluid->advance(seconds)) startPendingFluid(state);
  } catch (const Error& error) {
    state.pendingFluid.reset();
    state.journal.error(error.what());
  }
}

void cancelPendingFluid(DemoState& state) {
  if (!state.pendingFluid) return;
  state.journal.notice("cancelled", state.pendingFluid->what() + "; the fluid is unchanged");
  state.pendingFluid.reset();
}

void beginRewind(DemoState& state) {
  attempt(state, [&state] {
    if (std::exchange(state.playback.playing, false)) state.journal.event("playing", "no");
    beginChange(state, "rewind");
  });
}

void rewindTo(DemoState& state, std::int64_t id) {
  if (state.session.history().place() == id) return;
  attempt(state, [&state, id] { state.session.goTo(id); });
}

void endRewind(DemoState& state) {
  attempt(state, [&state] {
    endChange(state);
    state.journal.event("rewind", fmt::format("step {}", state.session.simulation().stepNumber()));
  });
}

void undo(DemoState& state) {
  if (state.pendingFluid) {
    cancelPendingFluid(state);
    return;
  }
  attempt(state, [&state] { takeBack(state); });
}

void redo(DemoState& state) {
  attempt(state, [&state] { bringBack(state); });
}

std::string whyNotAsOpened(const DemoState& state) {
  return isSameFluid(state.session.failedWith(), state.opened)
             ? "it failed with the scenario's own values; change one first, such as the time step"
             : "";
}

void restartAsOpened(DemoState& state) {
  scenario::Scenario opened = state.opened;
  opened.view = state.session.scenario().view;
  restartWith(state, opened);
}

void restartWith(DemoState& state, const scenario::Scenario& scenario) {
  attempt(state, [&state, scenario] {
    scenario::requireValid(scenario);
    begin(state, std::make_unique<PendingFluid>(
                     scenario, "restart", [&state] { logFluid(state, "restart"); },
                     state.session.scenario()));
  });
}

void openScenario(DemoState& state, const std::string& nameOrPath) {
  if (run::isStateFile(nameOrPath)) {
    attempt(state, [&state, nameOrPath] {
      openState(state, run::readState(nameOrPath), 0.0, "state " + nameOrPath);
    });
    return;
  }
  attempt(state, [&state, nameOrPath] {
    begin(state, std::make_unique<PendingFluid>(scenario::findScenario(nameOrPath),
                                                "scenario " + nameOrPath,
                                                [&state] { setDefaults(state); }));
  });
}

void openScenario(DemoState& state, const scenario::Scenario& scenario, const std::string& what) {
  attempt(state, [&state, scenario, what] {
    begin(state, std::make_unique<PendingFluid>(scenario, what, [&state] { setDefaults(state); }));
  });
}

void openState(DemoState& state, run::RunState beginning, double seconds, const std::string& what) {
  // A function must be copyable.
  auto held = std::make_shared<run::RunState>(std::move(beginning));
  attempt(state, [&state, held, seconds, what] {
    start(
        state, what, seconds, [&] { return std::move(*held); }, [&state] { setDefaults(state); });
  });
}

void copyLink(DemoState& state) {
  attempt(state, [&state] {
    const std::string link = scenario::linkOf(state.session.scenario());
    ImGui::SetClipboardText(link.c_str());
    state.journal.notice("link copied", link);
  });
}

void pasteLink(DemoState& state) {
  const char* const text = ImGui::GetClipboardText();
  if (text != nullptr && scenario::isLink(text)) {
    openScenario(state, text);
  } else {
    state.journal.notice("nothing pasted",
                         "the clipboard must hold a link, gpubuck:SCENARIO?KEY=VALUE");
  }
}

run::RunState presentMoment(DemoState& state) {
  FluidSession& session = state.session;
  if (!session.failure().empty()) throw RunError("save state", session.failure());
  run::RunState kept = session.history().find(*keepPresent(state, "save state"))->fluid;
  kept.scenario.view = session.scenario().view;
  return kept;
}

void saveState(DemoState& state) {
  attempt(state, [&state] {
    if (hasFailed(state)) return;
    const std::filesystem::path path =
        state.recorder.newPath(state.session.scenario().name, run::kStateSuffix);
    run::writeState(path, presentMoment(state));
    state.journal.notice("state saved", path.string());
  });
}

void setDefaults(DemoState& state) {
  logFluid(state, "scenario");
  const scenario::Scenario& scenario = state.session.scenario();
  state.opened = scenario;
  state.startDraft = {};
  state.savePath = file::fileName(scenario.name) + "-changed.toml";
  suitLook(state);
}

std::optional<file::Presence> presenceOf(DemoState& state, const std::filesystem::path& path) {
  try {
    return file::presenceOf(path);
  } catch (const InputError& error) {
    state.journal.error(error.what());
    return {};
  }
}

void saveScenario(DemoState& state, const std::string& path) {
  const std::optional<file::Presence> presence = presenceOf(state, path);
  if (!presence) return;
  if (!state.onPage && *presence == file::Presence::File) {
    openFileDialog(state, FileDialog::Purpose::Save, path);
    state.fileDialog.asksToReplace = true;
    state.journal.event("replace?", fullPath(path).string());
    return;
  }
  replaceScenario(state, path);
}

void replaceScenario(DemoState& state, const std::string& path) {
  attempt(state, [&state, path] {
    if (path.empty()) throw InputError("save scenario", "the file name is empty");
    scenario::requireValid(state.session.scenario());
    file::writeFile(path, scenario::toToml(state.session.scenario()));
    state.savePath = path;
    state.journal.notice("saved", fullPath(path).string());
  });
}

void openDropped(DemoState& state, const std::vector<std::string>& paths) {
  if (paths.empty()) return;
  openScenario(state, paths.front());
  if (paths.size() > 1) {
    state.journal.notice("dropped",
                         fmt::format("{} files; opening only {}", paths.size(), paths.front()));
  }
}

void setEngine(DemoState& state, texel::Engine engine) {
  attempt(state, [&state, engine] {
    state.session.setEngine(engine);
    state.journal.event("engine", engine == texel::Engine::Fast ? "fast" : "paper");
  });
}

void change(DemoState& state, const scenario::Scenario& changed) {
  const auto differences = scenario::differences(state.session.scenario(), changed);
  if (differences.empty()) return;
  attempt(state, [&state, changed, differences, gesture = state.gesture] {
    state.session.change(changed, gesture);
    for (const scenario::Difference& each : differences) {
      state.journal.event("changed", each.key + " = " + each.second);
    }
  });
}

}  // namespace gpubuck::demo
