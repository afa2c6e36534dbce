#include <imgui.h>

#include <algorithm>
#include <limits>

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

  const Field steps{"run/steps-per-frame", "Steps a picture",
                    "The most time steps that are made between two pictures. Fewer are made where "
                    "they would take longer than the lowest frame rate allows."};
  if (const auto given = integer(state, steps, 1, 100'000, playback.stepsPerFrame)) {
    playback.stepsPerFrame = static_cast<int>(*given);
  }
  const Field rate{
      "run/frame-rate", "Lowest rate",
      "Pictures a second that are kept up at the cost of steps. A step that takes "
      "longer than one picture is made in parts, so that the window goes on answering."};
  const Limits limits{
      .low = 2.0, .high = 60.0, .least = 0.1, .most = 1000.0, .format = "%.0f pictures/s"};
  if (const auto given = slider(state, rate, limits, playback.lowestFrameRate)) {
    playback.lowestFrameRate = *given;
  }
  const Field measure{"run/measure-every", "Measure every (steps)",
                      "Time steps between two measurements for the plots; 0: none. A measurement "
                      "takes about as long as a step."};
  if (const auto given = integer(state, measure, 0, 1'000'000, playback.measureEvery, 5)) {
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
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Engine");
  ImGui::SameLine();
  texel::Engine engine = state.session.engine();
  if (radioButtons("run/engine", engines, engine)) {
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

/// What runs: the scenario, its pace, seed and engine.
class RunPanel {
 public:
  void draw(DemoState& state);

 private:
  void drawScenario(DemoState& state);
  void drawSeed(DemoState& state);

  std::string path_;               ///< of a scenario to be opened
  std::uint32_t runningSeed_ = 0;  ///< what the draft was made for
  std::int64_t seed_ = -1;         ///< the draft
};

void RunPanel::drawScenario(DemoState& state) {
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
                                "own-scenario.toml", path_);
  ImGui::SameLine();
  const Field openButton{"run/open", "Open", "Starts the scenario of the file named at the left.",
                         path_.empty() ? "type the path of a scenario file first" : ""};
  if ((button(openButton) || entered) && !path_.empty()) open(path_);
}

void RunPanel::drawSeed(DemoState& state) {
  const std::uint32_t running = state.session.scenario().fluid.seed;
  if (seed_ < 0 || running != runningSeed_) seed_ = runningSeed_ = running;

  const Field field{"run/seed", "Seed",
                    "Of the random numbers: the positions and velocities at the start, and the "
                    "noise. The same seed gives the same run on the same machine."};
  if (const auto given =
          integer(state, field, 0, std::numeric_limits<std::uint32_t>::max(), seed_)) {
    seed_ = *given;
  }
  const Field apply{"run/seed/restart", "Restart with this", "From step 0 with the seed above.",
                    seed_ == running ? "the fluid runs with this seed" : ""};
  if (button(apply)) {
    scenario::Scenario changed = state.session.scenario();
    changed.fluid.seed = static_cast<std::uint32_t>(seed_);
    state.later([&state, changed] { restartWith(state, changed); });
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("a seed needs a restart");
}

void RunPanel::draw(DemoState& state) {
  drawScenario(state);
  ImGui::Spacing();
  drawPlayback(state);
  drawEngine(state);
  ImGui::Spacing();
  drawSeed(state);
  ImGui::Spacing();
  drawSave(state);
}

}  // namespace

DrawPanel runPanel() { return drawing<RunPanel>(); }

}  // namespace gpubuck::demo
