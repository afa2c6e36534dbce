#include "demo/actions.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "base/embedded.h"
#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "demo/beginning.h"
#include "demo/scenario_link.h"
#include "demo/tools.h"
#include "demo/undo.h"
#include "io/output_file.h"
#include "scenario/edited_particles.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kToml = ".toml";

// A fluid whose particles take longer to make begins between pictures.
constexpr double kAtOnceSeconds = 0.1;

// More particles than this are drawn as points.
constexpr std::int64_t kMostSpheres = 4'000'000;
constexpr std::int64_t kMostSpheresInSoftware = 150'000;

/// Does it between this picture and the next, or shows why it cannot be done.
template <typename Work>
void attempt(DemoState& state, Work work) {
  state.pending.emplace_back([&state, work] {
    try {
      work();
    } catch (const Error& error) {
      state.journal.error(error.what());
    }
  });
}

/// Says so where no further step can be made.
bool hasFailed(DemoState& state) {
  if (state.session.failure().empty()) return false;
  state.journal.notice("the fluid has failed", "the box over it says what helps");
  return true;
}

/// Whether they differ in the view alone, if at all.
bool isSameFluid(const scenario::Scenario& one, scenario::Scenario other) {
  other.view = one.view;
  return scenario::differences(one, other).empty();
}

void tell(DemoState& state, const char* what) {
  const scenario::Scenario& scenario = state.session.scenario();
  state.journal.event(what, fmt::format("{}, {} particles, seed {}", scenario.name,
                                        state.session.simulation().count(), scenario.fluid.seed));
}

/// The fluid of a beginning that is complete.
void finishBeginning(DemoState& state) {
  const std::unique_ptr<Beginning> beginning = std::exchange(state.beginning, nullptr);
  beginChange(state, beginning->what());
  try {
    state.session.start(beginning->take(), beginning->seconds());
  } catch (const Error&) {
    dropChange(state);
    throw;
  }
  state.playback.singleSteps = 0;
  beginning->done()();
  endChange(state);
}

/// Begins the scenario at once, or shows how its particles are made.
void begin(DemoState& state, const scenario::Scenario& scenario, const std::string& what,
           std::function<void()> done) {
  scenario::requireValid(scenario);
  auto beginning = std::make_unique<Beginning>(scenario, what, std::move(done));
  const bool isDone = beginning->advance(kAtOnceSeconds);
  state.beginning = std::move(beginning);
  if (isDone) {
    finishBeginning(state);
    return;
  }
  state.journal.event("beginning",
                      fmt::format("{} particles", groupDigits(state.beginning->particles())));
}

/// Ends the film that is being recorded, if any.
void finishFilm(DemoState& state) {
  attempt(state, [&state] {
    if (const std::optional<Film> film = state.recorder.stopFilm()) {
      state.journal.notice("film", fmt::format("{}, {} frames", film->path.string(), film->frames));
    }
  });
}

}  // namespace

void togglePlaying(DemoState& state) {
  if (hasFailed(state)) return;
  state.playback.playing = !state.playback.playing;
  state.journal.event("playing", state.playback.playing ? "yes" : "no");
}

void singleStep(DemoState& state) {
  if (hasFailed(state)) return;
  state.playback.playing = false;
  ++state.playback.singleSteps;
  state.journal.event("single step", "asked");
}

void restart(DemoState& state) {
  const scenario::Scenario& present = state.session.scenario();
  if (state.session.failure().empty() || !isSameFluid(present, state.session.failedWith())) {
    restartWith(state, present);
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

void goOnBeginning(DemoState& state, double seconds) {
  try {
    if (state.beginning->advance(seconds)) finishBeginning(state);
  } catch (const Error& error) {
    state.beginning.reset();
    state.journal.error(error.what());
  }
}

void stopBeginning(DemoState& state) {
  if (!state.beginning) return;
  state.journal.notice("stopped", state.beginning->what() + "; the fluid is as it was");
  state.beginning.reset();
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
  if (state.beginning) {
    stopBeginning(state);
    return;
  }
  attempt(state, [&state] { takeBack(state); });
}

void redo(DemoState& state) {
  attempt(state, [&state] { bringBack(state); });
}

std::string whyNotAsOpened(const DemoState& state) {
  return isSameFluid(state.session.failedWith(), state.opened)
             ? "it failed with the scenario's own values; change one first, such as a smaller time "
               "step"
             : "";
}

void restartAsOpened(DemoState& state) {
  scenario::Scenario opened = state.opened;
  opened.view = state.session.scenario().view;
  restartWith(state, opened);
}

void restartWith(DemoState& state, const scenario::Scenario& scenario) {
  attempt(state, [&state, scenario] {
    begin(state, scenario, "restart", [&state] { tell(state, "restart"); });
  });
}

void openScenario(DemoState& state, const std::string& nameOrPath) {
  attempt(state, [&state, nameOrPath] {
    begin(state, loadScenario(nameOrPath), "scenario " + nameOrPath,
          [&state] { setDefaults(state); });
  });
}

void copyLink(DemoState& state) {
  attempt(state, [&state] {
    const std::string link = linkOf(state.session.scenario());
    ImGui::SetClipboardText(link.c_str());
    state.journal.notice("link copied", link);
  });
}

void pasteLink(DemoState& state) {
  const char* const text = ImGui::GetClipboardText();
  if (text != nullptr && isLink(text)) {
    openScenario(state, text);
  } else {
    state.journal.notice("nothing pasted",
                         "the clipboard holds no link, gpubuck:SCENARIO?KEY=VALUE");
  }
}

void setDefaults(DemoState& state) {
  tell(state, "scenario");
  const scenario::Scenario& scenario = state.session.scenario();
  state.opened = scenario;
  state.savePath = io::fileName(scenario.name) + "-changed" + kToml;
  const bool software = state.session.device().capabilities().software;
  const std::int64_t mostSpheres = software ? kMostSpheresInSoftware : kMostSpheres;
  const bool asPoints = state.session.simulation().count() > mostSpheres;
  state.look = {.style = asPoints ? render::ParticleStyle::Points : render::ParticleStyle::Spheres,
                .occlusion = !software,
                .smooth = !software,
                .axes = state.look.axes,
                .scaleBar = state.look.scaleBar,
                .legend = state.look.legend,
                .keepsRate = !software};
}

void saveScenario(DemoState& state, const std::string& path) {
  std::error_code ignored;
  if (!state.onPage && std::filesystem::is_regular_file(path, ignored)) {
    openFileDialog(state, FileDialog::Purpose::Save, path);
    state.fileDialog.asksToReplace = true;
    state.journal.event("replace?", fullPath(path).string());
    return;
  }
  replaceScenario(state, path);
}

void replaceScenario(DemoState& state, const std::string& path) {
  attempt(state, [&state, path] {
    if (path.empty()) throw InputError("save scenario", "the file has no name");
    scenario::requireValid(state.session.scenario());
    io::writeFile(path, scenario::toToml(state.session.scenario()));
    state.savePath = path;
    state.journal.notice("saved", fullPath(path).string());
  });
}

void openDropped(DemoState& state, const std::vector<std::string>& paths) {
  if (paths.empty()) return;
  openScenario(state, paths.front());
  if (paths.size() > 1) {
    state.journal.notice(
        "dropped", fmt::format("{} files, of which {} is opened", paths.size(), paths.front()));
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
  attempt(state, [&state, changed, differences] {
    state.session.change(changed);
    for (const scenario::Difference& each : differences) {
      state.journal.event("changed", each.key + " = " + each.second);
    }
  });
}

void setView(DemoState& state, const scenario::View& view) {
  state.session.setView(view);
  state.journal.event("view",
                      fmt::format("azimuth {:.2f} elevation {:.2f} zoom {:.3f} pan {:.3f} {:.3f}",
                                  view.azimuth, view.elevation, view.zoom, view.panX, view.panY));
}

void resetView(DemoState& state) {
  scenario::View view = state.session.scenario().view;
  view.azimuth = state.opened.view.azimuth;
  view.elevation = state.opened.view.elevation;
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

void setTool(DemoState& state, PointerTool tool) {
  state.tool.chosen = tool;
  state.journal.event("pointer", rowOf(tool).word);
}

void setReach(DemoState& state, double reach) {
  state.tool.reach = std::clamp(reach, kReachLimits.least, kReachLimits.most);
  state.journal.event("reach", fmt::format("{:.3g}", state.tool.reach));
}

void beginStroke(DemoState& state, const std::string& what) {
  state.stroke = what;
  beginChange(state, what);
  state.journal.event("stroke", what);
}

void endStroke(DemoState& state) {
  if (state.stroke.empty()) return;
  state.journal.event("stroke ended",
                      fmt::format("step {}", state.session.simulation().stepNumber()));
  state.stroke.clear();
  endChange(state);
}

void addParticles(DemoState& state, const dpd::Tube& tube, bool tells) {
  attempt(state, [&state, tube, tells] {
    if (hasFailed(state)) return;
    const std::int64_t added = state.session.fillUp({tube, toolSpecies(state)});
    const std::int64_t count = state.session.simulation().count();
    if (added > 0) state.journal.event("added", fmt::format("{} of {}", added, count));
    if (added > 0 || !tells) return;
    state.journal.notice("nothing added",
                         count == kMaxCount
                             ? fmt::format("{} particles are the most", groupDigits(count))
                             : fmt::format("it is as full there as the scenario's fluid, {:.3g} "
                                           "particles per r_c³, or outside of the box",
                                           scenario::filledDensity(state.session.scenario())));
  });
}

void eraseParticles(DemoState& state, const dpd::Tube& tube, bool tells) {
  attempt(state, [&state, tube, tells] {
    if (hasFailed(state)) return;
    const std::int64_t taken = -state.session.empty(tube);
    const std::int64_t count = state.session.simulation().count();
    if (taken > 0) state.journal.event("erased", fmt::format("{} of {}", taken, count + taken));
    if (taken > 0 || !tells) return;
    state.journal.notice("nothing erased",
                         count == 1 ? "one particle has to stay" : "no particle is in reach");
  });
}

void setToolSpecies(DemoState& state, int species) {
  state.tool.species = species;
  state.journal.event(
      "species",
      state.session.scenario().fluid.species[static_cast<std::size_t>(toolSpecies(state))].name);
}

int toolSpecies(const DemoState& state) {
  const auto count = static_cast<int>(state.session.scenario().fluid.species.size());
  return std::clamp(state.tool.species, 0, count - 1);
}

void setSphere(DemoState& state, double radius) {
  attempt(state, [&state, radius] {
    const search::Box& box = state.session.scenario().fluid.box;
    dpd::Obstacle sphere = state.session.simulation().obstacle();
    if (!sphere.isThere()) sphere.centre = box.size / 2.0;
    if (box.dimensions == 2) sphere.centre.z = 0.0;
    sphere.radius = radius;
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double margin = box.isPeriodic(axis) ? 0.0 : radius;
      sphere.centre[axis] =
          std::min(std::max(sphere.centre[axis], margin), box.size[axis] - margin);
    }
    const bool isWhole = state.stroke.empty();  // not a part of a drag
    if (isWhole) beginChange(state, "sphere", true);
    state.session.setObstacle(radius > 0.0 ? sphere : dpd::Obstacle{});
    if (isWhole) endChange(state);
    state.journal.event("sphere", fmt::format("radius {:.3g}", radius));
  });
}

void dropSphere(DemoState& state) {
  attempt(state, [&state] {
    dpd::Obstacle sphere = state.session.simulation().obstacle();
    sphere.velocity = glm::dvec3(0.0);
    state.session.setObstacle(sphere);
    state.journal.event("sphere", fmt::format("at {:.2f} {:.2f} {:.2f}", sphere.centre.x,
                                              sphere.centre.y, sphere.centre.z));
  });
}

double largestSphere(const DemoState& state) {
  const search::Box& box = state.session.scenario().fluid.box;
  double side = std::min(box.size.x, box.size.y);
  if (box.dimensions == 3) side = std::min(side, box.size.z);
  return side / 2.0;
}

void takeScreenshot(DemoState& state, bool withGui) {
  state.capture.screenshot = true;
  state.capture.screenshotWithGui = withGui;
}

void toggleFilm(DemoState& state) {
  if (state.recorder.recording()) {
    finishFilm(state);
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
  finishFilm(state);
}

std::string secondsText(double seconds) {
  return seconds < 90.0 ? fmt::format("{:.0f} s", std::ceil(seconds))
                        : fmt::format("{:.0f} minutes", std::ceil(seconds / 60.0));
}

std::vector<std::string> scenarioNames() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded::files("scenarios")) {
    names.push_back(std::filesystem::path(file).stem().string());
  }
  return names;
}

std::int64_t particlesOf(const std::string& scenarioName) {
  static std::map<std::string, std::int64_t> counts;
  const auto [entry, added] = counts.emplace(scenarioName, 0);
  if (added) entry->second = scenario::particleCount(loadScenario(scenarioName));
  return entry->second;
}

scenario::Scenario loadScenario(const std::string& nameOrPath,
                                const std::vector<std::string>& overrides) {
  if (isLink(nameOrPath)) {
    ScenarioLink link = readLink(nameOrPath);
    link.overrides.insert(link.overrides.end(), overrides.begin(), overrides.end());
    return loadScenario(link.scenario, link.overrides);
  }
  const auto& embedded = embedded::files("scenarios");
  if (const auto found = embedded.find(nameOrPath + kToml); found != embedded.end()) {
    return scenario::parseScenario(std::string(found->second), nameOrPath, {}, overrides);
  }
  std::error_code ignored;
  const bool isName = nameOrPath.find_first_of("./") == std::string::npos;
  if (isName && !std::filesystem::exists(nameOrPath, ignored)) {
    throw InputError(nameOrPath, fmt::format("is no file, and no scenario of gpubuck; those are {}",
                                             fmt::join(scenarioNames(), ", ")));
  }
  return scenario::loadScenario(nameOrPath, overrides);
}

}  // namespace gpubuck::demo
