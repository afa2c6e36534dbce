// Screenshots and films.
#include <fmt/format.h>
#include <imgui.h>

#include "demo/actions.h"
#include "demo/form.h"
#include "io/film.h"

namespace gpubuck::demo {

void drawRecordingPanel(DemoState& state) {
  ImGui::TextUnformatted("Screenshot (PNG)");
  if (button({"recording/screenshot", "With panels", "A picture of the whole window."})) {
    takeScreenshot(state, true);
  }
  ImGui::SameLine();
  if (button({"recording/screenshot-fluid", "Fluid alone",
              "A picture of the fluid, without panels."})) {
    takeScreenshot(state, false);
  }

  ImGui::Spacing();
  ImGui::TextUnformatted("Film");
  const bool recording = state.recorder.recording();
  const std::string running = recording ? "a film is being recorded" : "";
  radioButtons(
      "recording",
      {{true, "with-panels", "The whole window.", running, "with panels"},
       {false, "fluid", "The picture of the fluid, without panels.", running, "fluid alone"}},
      state.capture.filmWithGui);
  integer(
      state,
      {"recording/rate", "Frames per second",
       "Of the film when it is played. Every new picture of the fluid becomes one frame, however "
       "long it took.",
       running},
      {.least = 1, .most = 240}, state.capture.framesPerSecond);

  const std::string whyNot = recording ? "" : io::FilmWriter::whyNot();
  if (button({"recording/film", recording ? "Stop the film" : "Start a film",
              recording ? "Ends the file."
                        : "Records until it is stopped: every step that is "
                          "shown, and every turn of the camera. All frames "
                          "have the size of the first.",
              whyNot})) {
    toggleFilm(state);
  }
  if (recording) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fmt::format("{} frames so far", state.recorder.frames()).c_str());
  } else if (!whyNot.empty()) {
    dimParagraph("No films: " + whyNot);
  }
}

}  // namespace gpubuck::demo
