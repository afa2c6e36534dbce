// What the panels of the window share: the fluid, how it is shown, and what happens next.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "demo/fluid_session.h"
#include "demo/journal.h"
#include "demo/panels.h"
#include "demo/recorder.h"
#include "render/particle_colours.h"

namespace gpubuck::demo {

struct Playback {
  bool playing = true;
  int singleSteps = 0;            ///< to be made while paused
  int stepsPerFrame = 5;          ///< upper limit
  double lowestFrameRate = 20.0;  ///< pictures per second to keep up, at the cost of steps
  int measureEvery = 20;          ///< steps between measurements for the plots; 0: none
};

/// How the particles are drawn; camera and slice are in the session's scenario.
struct Look {
  render::Colouring colouring = render::Colouring::Species;
  float colourScale = 0.0F;  ///< speed or list depth at the end of the ramp; 0: chosen by the fluid
  float radiusScale = 1.0F;
  bool points = false;
  bool occlusion = true;  ///< soft shading
  bool smooth = true;     ///< four samples per pixel
  bool outline = true;

  bool operator==(const Look&) const = default;
};

enum class PointerTool { Camera, Pull, Push };

/// What the pointer does to the fluid.
struct PointerForce {
  PointerTool tool = PointerTool::Camera;  ///< what a drag of the left button does
  float radius = 3.0F;                     ///< length
  float strength = 2.0F;                   ///< acceleration on the axis, length / time^2
};

struct Shown {
  bool gui = true;
  bool controls = true;
  bool measurements = true;
};

/// A picture or film the user has asked for.
struct Capture {
  bool screenshot = false;
  bool screenshotWithGui = true;
  bool filmWithGui = false;
  int framesPerSecond = 30;
};

struct DemoState {
  DemoState(FluidSession& fluid, Journal& log, Recorder& camera)
      : session(fluid), journal(log), recorder(camera) {}

  FluidSession& session;
  Journal& journal;
  Recorder& recorder;
  Playback playback;
  Look look;
  PointerForce pointerForce;
  std::vector<Panel> panels = makePanels();
  Shown shown;
  Capture capture;
  scenario::View homeView;  ///< the camera a reset returns to
  bool quit = false;
  bool toggleFullscreen = false;
  bool animated = false;  ///< set by a panel that changes without input
  std::string savePath;   ///< where the scenario is saved

  /// Runs `action` between this picture and the next: it may replace device and simulation, which
  /// this picture still uses.
  void later(std::function<void()> action) { pending.push_back(std::move(action)); }
  std::vector<std::function<void()>> pending;
};

}  // namespace gpubuck::demo
