#include "demo/actions.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/embedded.h"
#include "base/error.h"
#include "io/output_file.h"
#include "scenario/names.h"
#include "sort/names.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kToml = ".toml";

// More particles than this are drawn as points.
constexpr std::int64_t kMostSpheres = 4'000'000;
constexpr std::int64_t kMostSpheresInSoftware = 150'000;

/// Does it, or shows why it cannot be done.
template <typename Work>
void attempt(DemoState& state, Work work) {
  try {
    work();
  } catch (const Error& error) {
    state.journal.error(error.what());
  }
}

/// Says so where no further step can be made.
bool hasFailed(DemoState& state) {
  if (state.session.failure().empty()) return false;
  state.journal.notice("the fluid has failed", "R restarts it");
  return true;
}

std::string describe(const dpd::StepSettings& settings) {
  return fmt::format(
      "mode {} algorithm {} sub-buffers {} threshold {:g} partition {} point-source {} "
      "reorder-every {}",
      nameOf(scenario::kSortModeNames, settings.mode), sort::nameOf(settings.sort.algorithm),
      settings.sort.subBuffers, settings.sort.threshold,
      nameOf(sort::kPartitionNames, settings.sort.partition),
      nameOf(sort::kPointSourceNames, settings.sort.pointSource), settings.reorderEvery);
}

void begin(DemoState& state, const scenario::Scenario& scenario, const char* what) {
  scenario::requireValid(scenario);
  state.session.start(scenario);
  state.playback.singleSteps = 0;
  state.journal.event(what, fmt::format("{}, {} particles, seed {}", scenario.name,
                                        state.session.simulation().count(), scenario.fluid.seed));
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

void restart(DemoState& state) { restartWith(state, state.session.scenario()); }

void restartWith(DemoState& state, const scenario::Scenario& scenario) {
  attempt(state, [&] { begin(state, scenario, "restart"); });
}

void openScenario(DemoState& state, const std::string& nameOrPath) {
  attempt(state, [&] {
    const scenario::Scenario scenario = loadScenario(nameOrPath);
    begin(state, scenario, "scenario");
    state.homeView = scenario.view;
    state.savePath = scenario.name + "-changed" + kToml;
    setDefaultLook(state);
  });
}

void saveScenario(DemoState& state, const std::string& path) {
  attempt(state, [&] {
    if (path.empty()) throw InputError("save scenario", "the file has no name");
    scenario::requireValid(state.session.scenario());
    io::writeFile(path, scenario::toToml(state.session.scenario()));
    state.journal.notice("saved", path);
  });
}

void setEngine(DemoState& state, texel::Engine engine) {
  attempt(state, [&] {
    state.session.setEngine(engine);
    state.journal.event("engine", engine == texel::Engine::Fast ? "fast" : "paper");
  });
}

void setNoise(DemoState& state, dpd::NoiseKind noise) {
  attempt(state, [&] {
    state.session.setNoise(noise);
    state.journal.event("noise", nameOf(dpd::kNoises, noise));
  });
}

void setSearch(DemoState& state, const search::Method& search) {
  attempt(state, [&] {
    state.session.setSearch(search);
    state.journal.event("search", search::methodWord(search));
  });
}

void setSort(DemoState& state, const dpd::StepSettings& settings) {
  attempt(state, [&] {
    state.session.setSort(settings);
    state.journal.event("sort", describe(settings));
  });
}

void setFluid(DemoState& state, const dpd::Fluid& fluid) {
  attempt(state, [&] {
    state.session.setFluid(fluid);
    state.journal.event(
        "fluid",
        fmt::format(
            "kT {:g} gravity {:g} {:g} {:g} dt {:g} {} lambda {:g} poiseuille {:g} drag {:g}",
            fluid.kT, fluid.gravity.x, fluid.gravity.y, fluid.gravity.z, fluid.dt,
            nameOf(scenario::kIntegratorNames, fluid.integrator), fluid.lambda, fluid.poiseuille,
            fluid.drag));
  });
}

void setView(DemoState& state, const scenario::View& view) {
  state.session.setView(view);
  state.journal.event("view",
                      fmt::format("azimuth {:.2f} elevation {:.2f} zoom {:.3f} pan {:.3f} "
                                  "{:.3f}",
                                  view.azimuth, view.elevation, view.zoom, view.panX, view.panY));
}

void resetView(DemoState& state) {
  scenario::View view = state.session.scenario().view;
  view.azimuth = state.homeView.azimuth;
  view.elevation = state.homeView.elevation;
  view.zoom = state.homeView.zoom;
  view.panX = state.homeView.panX;
  view.panY = state.homeView.panY;
  setView(state, view);
}

void setDefaultLook(DemoState& state) {
  const bool software = state.session.device().capabilities().software;
  state.look = {};
  state.look.smooth = !software;
  state.look.occlusion = !software;
  state.look.points =
      state.session.simulation().count() > (software ? kMostSpheresInSoftware : kMostSpheres);
}

const Options<render::Colouring>& colourings() {
  using enum render::Colouring;
  static const Options<render::Colouring> all{
      {Species, "species", "Every species has its own colour."},
      {Speed, "speed", "The speed of each particle."},
      {Cell, "cell", "The cell each particle is sorted into."},
      {ListDepth, "list-depth", "How far each particle is from the head of its cell's list.", "",
       "place in its list"},
      {Moved, "moved", "Which particles the last re-sort had to move to another list.", "",
       "moved by the re-sort"}};
  return all;
}

void setColouring(DemoState& state, render::Colouring colouring) {
  state.look.colouring = colouring;
  state.look.colourScale = 0.0F;
  state.journal.event("colour by", wordOf(colourings(), colouring));
}

const Options<PointerTool>& pointerTools() {
  using enum PointerTool;
  static const Options<PointerTool> all{
      {Camera, "camera", "Turns the box."},
      {Pull, "pull",
       "Pulls particles to the pointer, all along the line of sight. Shift does so at any time."},
      {Push, "push",
       "Pushes particles away from the pointer. Shift with the right button does so at any time."}};
  return all;
}

void setTool(DemoState& state, PointerTool tool) {
  state.pointerForce.tool = tool;
  state.journal.event("pointer", wordOf(pointerTools(), tool));
}

void takeScreenshot(DemoState& state, bool withGui) {
  state.capture.screenshot = true;
  state.capture.screenshotWithGui = withGui;
}

void toggleFilm(DemoState& state) {
  attempt(state, [&] {
    if (!state.recorder.recording()) {
      state.recorder.startFilm(state.session.scenario().name, state.capture.framesPerSecond);
      state.journal.notice("film", "recording");
      return;
    }
    for (const Film& film : state.recorder.stopFilm()) {
      state.journal.notice("film", fmt::format("{}, {} frames", film.path.string(), film.frames));
    }
  });
}

std::vector<std::string> scenarioNames() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded::files("scenarios")) {
    names.push_back(std::filesystem::path(file).stem().string());
  }
  return names;
}

scenario::Scenario loadScenario(const std::string& nameOrPath,
                                const std::vector<std::string>& overrides) {
  const auto& embedded = embedded::files("scenarios");
  if (const auto found = embedded.find(nameOrPath + kToml); found != embedded.end()) {
    return scenario::parseScenario(std::string(found->second), nameOrPath, {}, overrides);
  }
  return scenario::loadScenario(nameOrPath, overrides);
}

}  // namespace gpubuck::demo
