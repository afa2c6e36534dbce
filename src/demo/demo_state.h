// What the panels of the window share: the fluid, how it is shown, and what happens next.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "demo/actions/journal.h"
#include "demo/panels/file_dialog.h"
#include "demo/panels/panels.h"
#include "demo/session/beginning.h"
#include "demo/session/fluid_session.h"
#include "demo/settings.h"
#include "demo/shows/benchmark.h"
#include "demo/shows/first_steps.h"
#include "demo/shows/kiosk.h"
#include "demo/tools/tilt.h"
#include "demo/view/picking.h"
#include "demo/view/quality_level.h"
#include "demo/view/recorder.h"
#include "demo/view/turntable.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {

class Undo;  // demo/actions/undo.h
std::shared_ptr<Undo> makeUndo();

/// Of pictures and films of the fluid alone.
enum class PictureSize { Window, FullHd, QuadHd, UltraHd, Own };

/// A picture or film the user has asked for.
struct Capture {
  bool screenshot = false;
  bool screenshotWithGui = true;
  bool filmWithGui = false;
  std::int64_t framesPerSecond = 30;
  PictureSize size = PictureSize::Window;
  std::int64_t ownWidth = 1280, ownHeight = 1280;  ///< pixels
  Turntable turntable{};
  double turnSeconds = 12.0;  ///< of a film of one turn
  bool turnRuns = false;      ///< the fluid, while the camera turns
  bool playedBefore = false;  ///< what the fluid does when it has turned
};

struct DemoState : Settings {
  FluidSession& session;
  Journal& journal;
  Recorder& recorder;
  std::deque<unsigned long> singleSteps{};  ///< to be made while paused: their gestures
  QualityLevel quality{};
  Tilt tilt{};
  /// What the pointer does to the fluid while its button is held: a tool's word, "sphere"; or
  /// nothing.
  std::string stroke{};
  render::Grip grip{};  ///< what a tool of the pointer would grip, or does
  Picking picking{};
  std::vector<Panel> panels = makePanels();
  bool showsGui = true, showsControls = true, showsMeasurements = true;
  Capture capture{};
  scenario::Scenario opened{};  ///< as it was, with its camera, before any change
  bool onPage = false;          ///< of a browser: see DemoOptions
  bool quit = false;
  bool toggleFullscreen = false;
  bool animated = false;  ///< set by a panel that changes without input
  /// The gesture that is being answered (gl::Window::gestures).
  unsigned long gesture = 0;
  std::string savePath{};  ///< where the scenario is saved
  FileDialog fileDialog{};
  FirstSteps firstSteps{};
  Kiosk kiosk{};
  std::optional<BenchmarkReport> benchmark{};  ///< as it is shown; none: it is not
  bool stopsMeasuring = false;             ///< the user goes on without the measurement under way
  std::unique_ptr<Beginning> beginning{};  ///< of a large fluid that is to begin; null: none is
  bool measurementsInFront = false;        ///< where there is room for one side panel only
  /// What is to be done between this picture and the next: it may replace device and simulation,
  /// which this picture still uses.
  std::vector<std::function<void()>> pending{};

  std::shared_ptr<Undo> undo = makeUndo();

  void runPending() {
    for (const auto& action : std::exchange(pending, {})) action();
  }
};

}  // namespace gpubuck::demo
