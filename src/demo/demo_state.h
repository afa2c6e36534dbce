// The state that the panels of the window share: the fluid, its display and pending actions.
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
#include "demo/session/fluid_session.h"
#include "demo/session/pending_fluid.h"
#include "demo/session/start_draft.h"
#include "demo/settings.h"
#include "demo/shows/first_steps.h"
#include "demo/shows/kiosk.h"
#include "demo/shows/tour.h"
#include "demo/tools/tilt.h"
#include "demo/view/colour_range.h"
#include "demo/view/picking.h"
#include "demo/view/quality_level.h"
#include "demo/view/recorder.h"
#include "demo/view/replay.h"
#include "demo/view/turntable.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {

class Undo;  // demo/actions/undo.h
std::shared_ptr<Undo> makeUndo();
class Bookmarks;  // demo/actions/bookmarks.h
std::shared_ptr<Bookmarks> makeBookmarks();

/// The size of pictures and films of the fluid alone.
enum class PictureSize { Window, FullHd, QuadHd, UltraHd, Own };

/// Pictures and films that the user has asked for, and their settings.
struct Capture {
  bool screenshot = false;
  bool screenshotWithGui = true;
  bool filmWithGui = false;
  std::int64_t framesPerSecond = 30;
  PictureSize size = PictureSize::Window;
  std::int64_t ownWidth = 1280, ownHeight = 1280;  ///< pixels
  Turntable turntable{};
  double turnSeconds = 12.0;  ///< playing time of a film of one turn
  bool turnRuns = false;      ///< whether the fluid runs while the camera turns
  bool playedBefore = false;  ///< whether the fluid ran before the turn, and will run after it
};

struct DemoState : Settings {
  FluidSession& session;
  Journal& journal;
  Recorder& recorder;
  std::deque<unsigned long> singleSteps{};  ///< gestures of the single steps still to be made
  QualityLevel quality{};
  Look automaticLook{};  ///< the look that suits the present fluid
  AutomaticRange automaticRange{};
  Tilt tilt{};
  /// The stroke of the pointer while its button is held: a tool's word or "sphere"; else empty.
  std::string stroke{};
  render::Grip grip{};  ///< the particles in reach of the pointer's tool
  Picking picking{};
  std::vector<Panel> panels = makePanels();
  bool showsGui = true, showsControls = true, showsMeasurements = true;
  Capture capture{};
  Replay replay{};
  StartDraft startDraft{};      ///< values for the next restart
  scenario::Scenario opened{};  ///< the scenario as it was opened, with its camera
  bool onPage = false;          ///< see DemoOptions::onPage
  bool quit = false;
  bool toggleFullscreen = false;
  bool animated = false;  ///< set by a panel that changes without input
  /// Number of the gesture being handled (gl::Window::gestures).
  unsigned long gesture = 0;
  std::string savePath{};  ///< file to save the scenario to
  FileDialog fileDialog{};
  FirstSteps firstSteps{};
  Kiosk kiosk{};
  Tour tour{};
  bool stopsMeasuring = false;  ///< the user has skipped the measurement under way
  std::unique_ptr<PendingFluid>
      pendingFluid{};                ///< the fluid whose particles are being created, or null
  std::string drawer{};              ///< name of the open drawer (demo/panels/bar.h), or empty
  bool measurementsInFront = false;  ///< shown instead of the controls if both do not fit
  /// Actions to be carried out between this picture and the next. They may replace the device and
  /// the simulation, which this picture still uses.
  std::vector<std::function<void()>> pending{};

  std::shared_ptr<Undo> undo = makeUndo();
  std::shared_ptr<Bookmarks> bookmarks = makeBookmarks();

  void runPending() {
    for (const auto& action : std::exchange(pending, {})) action();
  }
};

}  // namespace gpubuck::demo
