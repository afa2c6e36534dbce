// What runs: the scenario, its pace, seed and engine.
#include <imgui.h>

#include <algorithm>

#include "demo/actions.h"
#include "demo/options.h"

namespace gpubuck::demo {
namespace {

/// A line of text that leaves room for a button with this label at its right.
void leaveRoomFor(const char* button) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextItemWidth(
      -(ImGui::CalcTextSize(button).x + 2.0F * style.FramePadding.x + style.ItemSpacing.x));
}

void drawPlayback(DemoState& state) {
  Playback& playback = state.playback;
  const std::string whyNot = state.session.failure().empty() ? "" : "the fluid has failed: restart";
  const char* play = playback.playing ? "Pause" : "Play";
  if (button({"run/play", play, "Lets the fluid run or halts it.", whyNot})) togglePlaying(state);
  ImGui::SameLine();
  if (button({"run/step", "Single step", "Halts the fluid and makes one time step.", whyNot})) {
    singleStep(state);
  }
  ImGui::SameLine();
  if (button({"run/restart", "Restart",
              "The same fluid from step 0, with all the changes made here."})) {
    state.later([&state] { restart(state); });
  }
  if (!state.session.failure().empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1.0F, 0.55F, 0.45F, 1.0F));
    paragraph("Stopped: " + state.session.failure());
    ImGui::PopStyleColor();
  }

  const Field steps{"run/steps-per-frame", "Steps per picture",
                    "The most time steps between two pictures. Fewer are made if they would take "
                    "longer than the lowest rate allows."};
  if (const auto given =
          integer(state, steps, {.least = 1, .most = 100'000}, playback.stepsPerFrame)) {
    playback.stepsPerFrame = static_cast<int>(*given);
  }
  const Field rate{
      "run/frame-rate", "Lowest rate",
      "Pictures per second to keep up, at the cost of steps. A step that takes longer than one "
      "picture is made in parts, so that the window stays responsive."};
  if (const auto given = slider(state, rate, {2.0, 60.0, "%.0f pictures/s"},
                                {.least = 0.1, .most = 1000.0}, playback.lowestFrameRate)) {
    playback.lowestFrameRate = *given;
  }
  const Field measure{"run/measure-every", "Measure every (steps)",
                      "Time steps between two measurements for the plots; 0: none. A measurement "
                      "takes about as long as a step."};
  if (const auto given =
          integer(state, measure, {.least = 0, .most = 1'000'000}, playback.measureEvery, 5)) {
    playback.measureEvery = static_cast<int>(*given);
  }
}

void drawEngine(DemoState& state) {
  const gl::Capabilities& capabilities = state.session.device().capabilities();
  using enum texel::Engine;
  const Options<texel::Engine> engines{
      {Paper, "paper", "As in the paper: fragment shaders that draw into textures. OpenGL 3.3.",
       texel::whyNot(Paper, capabilities)},
      {Fast, "fast",
       "The same computation by compute shaders that store into the same textures, and lists by "
       "atomic operations. OpenGL 4.3.",
       texel::whyNot(Fast, capabilities)}};
  texel::Engine engine = state.session.engine();
  if (radioButtons("run/engine", engines, engine, "Engine")) {
    state.later([&state, engine] { setEngine(state, engine); });
  }
}

void drawSave(DemoState& state) {
  leaveRoomFor("Save scenario");
  const bool entered = textLine({"run/save-path", "",
                                 "The file that is written: the fluid, the sort and the view as "
                                 "they are now, without the positions of the particles."},
                                "new.toml", state.savePath);
  ImGui::SameLine();
  if (button({"run/save", "Save scenario", "Writes the file named at the left."}) || entered) {
    saveScenario(state, state.savePath);
  }
}

/// What the user has typed and not applied yet.
struct Drafts {
  std::string path;               ///< of a scenario to be opened
  std::uint32_t runningSeed = 0;  ///< when `seed` was the fluid's
  std::int64_t seed = -1;
};

void drawScenario(DemoState& state, std::string& path) {
  const scenario::Scenario& scenario = state.session.scenario();
  const auto open = [&state](const std::string& nameOrPath) {
    state.later([&state, nameOrPath] { openScenario(state, nameOrPath); });
  };
  std::vector<Choice> choices;
  for (const std::string& name : scenarioNames()) choices.push_back({name, {}, {}});
  const auto present = std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) {
    return choice.word == scenario.name;
  });
  ImGui::SetNextItemWidth(-1.0F);
  const auto chosen =
      combo({"run/scenario", "", "The fluid that runs. Choosing one starts it from step 0."},
            choices, static_cast<std::size_t>(present - choices.begin()), scenario.name);
  if (chosen) open(choices[*chosen].word);
  dimParagraph(scenario.description);

  leaveRoomFor("Open");
  const bool entered = textLine({"run/path", "", "The path of a scenario file of your own."},
                                "own-scenario.toml", path);
  ImGui::SameLine();
  const Field openButton{"run/open", "Open", "Starts the scenario of the file named at the left.",
                         path.empty() ? "type the path of a scenario file first" : ""};
  if ((button(openButton) || entered) && !path.empty()) open(path);
}

void drawSeed(DemoState& state, Drafts& drafts) {
  const std::uint32_t running = state.session.scenario().fluid.seed;
  if (drafts.seed < 0 || running != drafts.runningSeed) drafts.seed = drafts.runningSeed = running;

  const scenario::About& about = scenario::keyAt("noise.seed").about;
  const Field field{"run/seed", about.label, about.help};
  if (const auto given = integer(state, field, about.limits, drafts.seed)) drafts.seed = *given;
  const Field apply{"run/seed/restart", "Restart with this", "From step 0 with the seed above.",
                    drafts.seed == running ? "the fluid runs with this seed" : ""};
  if (button(apply)) {
    scenario::Scenario changed = state.session.scenario();
    changed.fluid.seed = static_cast<std::uint32_t>(drafts.seed);
    state.later([&state, changed] { restartWith(state, changed); });
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("a seed needs a restart");
}

}  // namespace

DrawPanel runPanel() {
  return [drafts = Drafts()](DemoState& state) mutable {
    drawScenario(state, drafts.path);
    ImGui::Spacing();
    drawPlayback(state);
    drawEngine(state);
    ImGui::Spacing();
    drawSeed(state, drafts);
    ImGui::Spacing();
    drawSave(state);
  };
}

}  // namespace gpubuck::demo
