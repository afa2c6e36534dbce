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
#include "demo/shows/benchmark.h"
#include "demo/shows/first_steps.h"
#include "demo/shows/kiosk.h"
#include "demo/tools/tilt.h"
#include "demo/view/picking.h"
#include "demo/view/quality_level.h"
#include "demo/view/recorder.h"
#include "demo/view/turntable.h"
#include "render/particle_colours.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {

struct Playback {
  bool playing = true;
  std::int64_t stepsPerFrame = 5;  ///< upper limit
  double lowestFrameRate = 20.0;   ///< pictures per second to keep up, at the cost of steps
  std::int64_t measureEvery = 20;  ///< steps between measurements for the plots; 0: none

  bool operator==(const Playback&) const = default;
};

/// A plane on one side of which nothing of the fluid is drawn.
struct Cut {
  enum class Across { Nothing, X, Y, Z, View };
  Across across = Across::Nothing;  ///< View: across the line of sight
  double place = 0.5;               ///< along it, 0..1 of the box, or from the eye on
  bool keepsFar = false;            ///< what lies beyond the plane, in place of what lies before it

  bool operator==(const Cut&) const = default;
};

/// How the particles are drawn; camera and slice are in the session's scenario.
struct Look {
  render::Colouring colouring = render::Colouring::Species;
  double colourScale = 0.0;  ///< speed or list depth at the end of the ramp; 0: chosen by the fluid
  double radiusScale = 1.0;
  render::ParticleStyle style = render::ParticleStyle::Spheres;
  bool occlusion = true;  ///< soft shading
  bool shadows = true;    ///< not of points, and none in two dimensions
  bool smooth = true;     ///< four samples per pixel
  bool outline = true;
  bool axes = true, scaleBar = true, legend = true;  ///< in the corners (render/annotations.h)
  int surfaceGrain = 1;                              ///< pixels per texel of a surface
  Cut cut{};
  bool keepsRate = false;  ///< it is lowered where it takes too long to draw (demo/view/quality.h)

  bool operator==(const Look&) const = default;
};

enum class PointerTool { Camera, Tilt, Pull, Push, Stir, Heat, Cool, Paint, Add, Erase };

/// What the pointer does to the fluid (demo/tools/tools.h).
struct ToolSettings {
  PointerTool chosen = PointerTool::Camera;  ///< what a drag of the left button does
  double reach = 4.0;                        ///< from the line of sight, length
  double strength = 60.0;  ///< the highest acceleration, length / time^2; of heat and cold as in
                           ///< demo/tools/tools.cpp
  int species = 0;         ///< that is painted with, or added; beyond the last one: the last

  bool operator==(const ToolSettings&) const = default;
};

class Undo;  // demo/actions/undo.h
std::shared_ptr<Undo> makeUndo();

/// A measurement that takes so long that its user is told.
struct Measuring {
  double seconds = 0.0;  ///< it has taken so far
  bool stop = false;     ///< its user asks for that
};

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

struct DemoState {
  FluidSession& session;
  Journal& journal;
  Recorder& recorder;
  Playback playback{};
  std::deque<unsigned long> singleSteps{};  ///< to be made while paused: their gestures
  Look look{};
  QualityLevel quality{};
  ToolSettings tool{};
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
  bool animated = false;   ///< set by a panel that changes without input
  /// The gesture that is being answered (gl::Window::gestures).
  unsigned long gesture = 0;
  std::string savePath{};  ///< where the scenario is saved
  FileDialog fileDialog{};
  FirstSteps firstSteps{};
  Kiosk kiosk{};
  std::optional<BenchmarkReport> benchmark{};  ///< as it is shown; none: it is not
  Measuring measuring{};
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
