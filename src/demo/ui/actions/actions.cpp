#include "demo/ui/actions/actions.h"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "demo/session/pending_fluid.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/panels/file_dialog.h"
#include "demo/ui/tools/devices.h"
#include "demo/ui/tools/tools.h"
#include "dpd/steps/buffer_step.h"
#include "file/output_file.h"
#include "run/state_file.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

// If it takes longer than this to create the particles of a fluid, the start extends over several
// pictures.
constexpr double kAtOnceSeconds = 0.1;

/// Returns whether the scenarios are equal apart from their views.
bool isSameFluid(const scenario::Scenario& one, scenario::Scenario other) {
  other.view = one.view;
  return scenario::differences(one, other).empty();
}

void logFluid(Display& display, const char* what) {
  const scenario::Scenario& scenario = display.session.scenario();
  display.journal.event(what,
                        fmt::format("{}, {} particles, seed {}", scenario.name,
                                    display.session.simulation().count(), scenario.fluid.seed));
}

/// Starts the fluid whose state `take` returns, and calls `done`. Both together are one change for
/// undo, with the name `what`.
void start(Workspace& state, const std::string& what, double seconds,
           const std::function<run::RunState()>& take, const std::function<void()>& done) {
  beginChange(state, what);
  try {
    state.session.start(take(), seconds);
  } catch (const Error&) {
    dropChange(state);
    throw;
  }
  state.singleSteps.clear();
  state.journal.clearNotices();  // the notices were about the previous fluid
  done();
  endChange(state);
}

/// Starts the pending fluid, whose particles are complete.
void startPendingFluid(Workspace& state) {
  const std::unique_ptr<PendingFluid> pending = std::exchange(state.pendingFluid, nullptr);
  start(
      state, pending->what(), pending->seconds(),
      [&] { return pending->take(state.session.scenario()); }, pending->done());
}

/// Starts the fluid at once, or leaves it pending if creating its particles takes too long.
void begin(Workspace& state, std::unique_ptr<PendingFluid> pending) {
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

void attempt(Workspace& state, std::function<void()> work) {
  state.pending.emplace_back([&state, work = std::move(work)] {
    try {
      work();
    } catch (const std::bad_alloc&) {
      state.journal.error(outOfMemory().what());
    } catch (const Error& error) {
      // A failure is already shown in the message over the fluid.
      const bool isShown = state.session.failure() == error.what();
      if (isShown) state.journal.event("error", error.what());
      if (!isShown) state.journal.error(error.what());
    }
  });
}

bool hasFailed(Display& display) {
  if (display.session.failure().empty()) return false;
  display.journal.notice("the fluid has failed", "see the message over the fluid");
  return true;
}

std::optional<std::int64_t> keepPresent(Display& display, const std::string& what) {
  if (hasFailed(display)) return {};
  const std::optional<std::int64_t> id = display.session.keep();
  if (!id) throw RunError(what, "the fluid is too large to be kept");
  return id;
}

void setPlaying(Display& display, bool isPlaying) {
  if (isPlaying && !display.playback.playing) display.session.telemetry().restartRates();
  display.playback.playing = isPlaying;
}

void togglePlaying(Display& display) {
  if (hasFailed(display)) return;
  setPlaying(display, !display.playback.playing);
  display.journal.event("playing", display.playback.playing ? "yes" : "no");
}

void singleStep(Workspace& state) {
  if (hasFailed(state)) return;
  state.playback.playing = false;
  state.singleSteps.push_back(state.gesture);
  state.journal.event("single step", "asked");
}

std::int64_t runFluid(Workspace& state, std::int64_t steps, double seconds,
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
    // The message over the fluid shows a failure until the user restarts or goes back.
    endChange(state);
    if (session.failure().empty()) state.journal.error(error.what());
    if (!session.failure().empty()) state.journal.event("error", error.what());
  }
  return made;
}

void skipMeasurement(Workspace& state) {
  state.measurer.skip(state.session);
  state.journal.event("measurement", "stopped");
}

void restart(Workspace& state) {
  const scenario::Scenario& next = state.startDraft.of(state.session.scenario());
  if (state.session.failure().empty() || state.session.hasStroke() ||
      !isSameFluid(next, state.session.failedWith())) {
    restartWith(state, next);
    return;
  }
  const std::string whyNot = whyNotAsOpened(state);
  if (whyNot.empty()) restartAsOpened(state);
  if (!whyNot.empty()) state.journal.notice("no restart", whyNot);
}

void goBack(Workspace& state) {
  attempt(state, [&state] {
    state.session.goBack();
    state.journal.notice("back",
                         fmt::format("at step {}", state.session.simulation().stepNumber()));
  });
}

void continuePendingFluid(Workspace& state, double seconds) {
  try {
    if (state.pendingFluid->advance(seconds)) startPendingFluid(state);
  } catch (const Error& error) {
    state.pendingFluid.reset();
    state.journal.error(error.what());
  }
}

void cancelPendingFluid(Workspace& state) {
  if (!state.pendingFluid) return;
  state.journal.notice("cancelled", state.pendingFluid->what() + "; the fluid is unchanged");
  state.pendingFluid.reset();
}

void beginRewind(Workspace& state) {
  attempt(state, [&state] {
    if (std::exchange(state.playback.playing, false)) state.journal.event("playing", "no");
    beginChange(state, "rewind");
  });
}

void rewindTo(Workspace& state, std::int64_t id) {
  if (state.session.history().place() == id) return;
  attempt(state, [&state, id] { state.session.goTo(id); });
}

void endRewind(Workspace& state) {
  attempt(state, [&state] {
    endChange(state);
    state.journal.event("rewind", fmt::format("step {}", state.session.simulation().stepNumber()));
  });
}

void undo(Workspace& state) {
  if (state.pendingFluid) {
    cancelPendingFluid(state);
    return;
  }
  attempt(state, [&state] { takeBack(state); });
}

void redo(Workspace& state) {
  attempt(state, [&state] { bringBack(state); });
}

std::string whyNotAsOpened(const Display& display) {
  return !display.session.hasStroke() && isSameFluid(display.session.failedWith(), display.opened)
             ? "the fluid failed with the scenario's own values; first change a value, such as the "
               "time step"
             : "";
}

std::string whyNotSorted(texel::Engine engine, const dpd::StepSettings& settings) {
  if (!dpd::hasBufferStep(engine, settings)) return "";
  return "the fast engine keeps the particles in the order of their cells without a sort; choose "
         "the method of 2007, an algorithm or the paper engine";
}

void restartAsOpened(Workspace& state) {
  scenario::Scenario opened = state.opened;
  opened.view = state.session.scenario().view;
  restartWith(state, opened);
}

void restartWith(Workspace& state, const scenario::Scenario& scenario) {
  attempt(state, [&state, scenario] {
    scenario::requireValid(scenario);
    begin(state, std::make_unique<PendingFluid>(
                     scenario, "restart",
                     [&state] {
                       logFluid(state, "restart");
                       tellOfKeptDevices(state);
                     },
                     state.session.scenario()));
  });
}

void openScenario(Workspace& state, const std::string& nameOrPath) {
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

void openScenario(Workspace& state, const scenario::Scenario& scenario, const std::string& what) {
  attempt(state, [&state, scenario, what] {
    begin(state, std::make_unique<PendingFluid>(scenario, what, [&state] { setDefaults(state); }));
  });
}

void openState(Workspace& state, run::RunState beginning, double seconds, const std::string& what) {
  // std::function needs a lambda that can be copied, so the state is held by a pointer.
  auto held = std::make_shared<run::RunState>(std::move(beginning));
  attempt(state, [&state, held, seconds, what] {
    start(
        state, what, seconds, [&] { return std::move(*held); }, [&state] { setDefaults(state); });
  });
}

void copyLink(Workspace& state) {
  attempt(state, [&state] {
    const std::string link = scenario::linkOf(state.session.scenario());
    ImGui::SetClipboardText(link.c_str());
    state.journal.notice("link copied", link);
  });
}

void pasteLink(Workspace& state) {
  const char* const text = ImGui::GetClipboardText();
  if (text != nullptr && scenario::isLink(text)) {
    openScenario(state, text);
  } else {
    state.journal.notice("nothing pasted",
                         "the clipboard must hold a link, gpubuck:SCENARIO?KEY=VALUE");
  }
}

run::RunState presentMoment(Display& display) {
  FluidSession& session = display.session;
  if (!session.failure().empty()) throw RunError("save state", session.failure());
  run::RunState kept = session.history().find(*keepPresent(display, "save state"))->fluid;
  kept.scenario.view = session.scenario().view;
  return kept;
}

void saveState(Workspace& state) {
  attempt(state, [&state] {
    if (hasFailed(state)) return;
    const std::filesystem::path path =
        state.recorder.newPath(state.session.scenario().name, run::kStateSuffix);
    run::writeState(path, presentMoment(state));
    state.journal.notice("state saved", path.string());
  });
}

void setDefaults(Workspace& state) {
  logFluid(state, "scenario");
  const scenario::Scenario& scenario = state.session.scenario();
  state.opened = scenario;
  state.startDraft = {};
  state.savePath = file::fileName(scenario.name) + "-changed.toml";
  suitLook(state);
  // A stray click on the new fluid would place a drain or a fountain in it.
  if (rowOf(state.tool.chosen).stays()) setTool(state, kCameraTool);
  suitTool(state);
}

std::optional<file::Presence> presenceOf(Form& form, const std::filesystem::path& path) {
  try {
    return file::presenceOf(path);
  } catch (const InputError& error) {
    form.journal.error(error.what());
    return {};
  }
}

void replaceScenario(Workspace& state, const std::string& path) {
  attempt(state, [&state, path] {
    if (path.empty()) throw InputError("save scenario", "the file name is empty");
    scenario::requireValid(state.session.scenario());
    file::writeFile(path, scenario::toToml(state.session.scenario()));
    state.savePath = path;
    state.journal.notice("saved", fullPath(path).string());
  });
}

void openDropped(Workspace& state, const std::vector<std::string>& paths) {
  if (paths.empty()) return;
  openScenario(state, paths.front());
  if (paths.size() > 1) {
    state.journal.notice("dropped",
                         fmt::format("{} files; opening only {}", paths.size(), paths.front()));
  }
}

void setEngine(Workspace& state, texel::Engine engine) {
  attempt(state, [&state, engine] {
    state.session.setEngine(engine);
    state.journal.event("engine", engine == texel::Engine::Fast ? "fast" : "paper");
  });
}

void change(Workspace& state, const scenario::Scenario& changed) {
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
