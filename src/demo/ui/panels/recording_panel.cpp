// Screenshots and films.
#include <fmt/format.h>
#include <imgui.h>

#include "base/text.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/widgets/form.h"
#include "file/film.h"

namespace gpubuck::demo {

namespace {

// Pixels. With two samples per pixel along each side, a picture must still fit into a texture.
constexpr double kLargestSide = 7680.0;

/// Draws the widgets for the size of pictures and films that show only the fluid.
void drawPictureSize(Display& display, const std::string& whyNot) {
  Capture& capture = display.capture;
  combo(
      {"recording/size", "Size", "Size in pixels of pictures and films of only the fluid.", whyNot},
      pictureSizeOptions(), capture.size);
  if (capture.size != PictureSize::Own) return;
  const scenario::Limits limits{.least = 64, .most = kLargestSide};
  integer(display, {"recording/width", "Width", "In pixels.", whyNot}, limits, capture.ownWidth,
          16);
  integer(display, {"recording/height", "Height", "In pixels.", whyNot}, limits, capture.ownHeight,
          16);
}

void drawTurntable(Workspace& state, const std::string& whyNot) {
  Capture& capture = state.capture;
  const Turntable& turntable = capture.turntable;
  ImGui::Spacing();
  ImGui::TextUnformatted("Turntable: a film of one turn");
  slider(state, {"recording/turn-seconds", "Duration", "Playing time of the film.", whyNot},
         {2.0, 60.0, "%.0f s"}, {.least = 0.1, .most = 600.0}, capture.turnSeconds);
  radioButtons("recording/turn",
               {{false, "still", "The fluid is paused during the turn.", whyNot, "fluid paused"},
                {true, "running", "The simulation runs during the turn.", whyNot, "fluid running"}},
               capture.turnRuns);
  const bool turning = turntable.turning();
  if (button({"recording/turntable", turning ? "Stop the turn" : "Film one turn",
              turning ? "Ends the film at this frame."
                      : "Films one turn of the camera around the box, in the size above and "
                        "without panels.",
              turning ? "" : whyNot})) {
    toggleTurntable(state);
  }
  if (!turning) return;
  ImGui::SameLine();
  const auto share = static_cast<float>(turntable.frame()) / static_cast<float>(turntable.frames());
  ImGui::ProgressBar(share, {-1.0F, 0.0F},
                     fmt::format("{} of {} frames", turntable.frame(), turntable.frames()).c_str());
}

}  // namespace

void drawRecordingPanel(Workspace& state) {
  const bool recording = state.recorder.recording();
  const std::string running = recording ? "a film is being recorded" : "";
  ImGui::TextUnformatted("Screenshot (PNG)");
  if (button({"recording/screenshot", "With panels", "A picture of the whole window."})) {
    takeScreenshot(state, true);
  }
  sameLineIfFits("Fluid alone");
  if (button({"recording/screenshot-fluid", "Fluid alone",
              "A picture of the fluid, without panels."})) {
    takeScreenshot(state, false);
  }
  drawPictureSize(state, running);

  ImGui::Spacing();
  ImGui::TextUnformatted("Film");
  radioButtons(
      "recording",
      {{true, "with-panels", "The whole window.", running, "with panels"},
       {false, "fluid", "The picture of the fluid, without panels.", running, "fluid alone"}},
      state.capture.filmWithGui);
  integer(state,
          {"recording/rate", "Frames per second",
           "Frame rate of the film. Each new picture of the fluid becomes one frame, however long "
           "it took to compute.",
           running},
          {.least = 1, .most = 240}, state.capture.framesPerSecond);

  const bool turning = state.capture.turntable.turning();
  const std::string whyNot = recording                     ? (turning ? running : "")
                             : state.recorder.completing() ? "the last film is still being written"
                                                           : file::FilmWriter::whyNot();
  if (button({"recording/film", recording && !turning ? "Stop recording" : "Start recording",
              recording ? "Completes the film."
                        : "Records every picture of the fluid, also while only the camera moves. "
                          "All frames have the size of the first frame.",
              whyNot})) {
    toggleFilm(state);
  }
  if (recording && !turning) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted((counted(state.recorder.frames(), "frame") + " so far").c_str());
  } else if (!recording && !whyNot.empty()) {
    dimParagraph("No films: " + whyNot);
  }
  if (button({"recording/replay", "Film of the last 5 seconds",
              "A small film of the last pictures of the fluid, without panels (Shift+V).",
              whyNot})) {
    filmReplay(state);
  }
  drawTurntable(state, state.onPage ? "a web page can only film in real time"
                       : recording  ? running
                                    : whyNot);
}

}  // namespace gpubuck::demo
