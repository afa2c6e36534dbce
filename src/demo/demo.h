// The interactive window: `gpubuck demo`.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "demo/demo_state.h"
#include "demo/session/clock.h"
#include "demo/session/measurer.h"
#include "demo/shows/benchmark_run.h"
#include "demo/tools/pointer.h"
#include "demo/view/fluid_pictures.h"
#include "demo/view/quality.h"
#include "demo/widgets/gui.h"
#include "gl/window.h"

namespace gpubuck::demo {

struct DemoOptions {
  std::string scenario;                   ///< a name of the picker or a file; empty: kFirstScenario
  std::vector<std::string> overrides;     ///< in the form of --set
  std::optional<texel::Engine> engine{};  ///< none: run::chooseEngine() names it
  std::string shaderFolder;               ///< empty: the shaders in the binary
  glm::ivec2 size{0};                     ///< of the window, pixels; 0: depends on the screen
  bool paused = false;                    ///< start paused
  bool onPage = false;                    ///< of a browser, which has no paths of files
  std::string folder = ".";               ///< where pictures, films and scenarios go
  std::string log;                  ///< file with a line for everything that happens; empty: none
  bool logWidgets = false;          ///< also log where each widget is
  std::vector<std::string> panels;  ///< Panel::name: open at the start, besides those that
                                    ///< always are; "none" hides all panels
  std::string screenshot;           ///< write the window's picture here at step `atStep`, and end
  std::int64_t atStep = 0;
  bool kiosk = false;  ///< play the gallery until someone takes over
  double benchmarkSeconds =
      0.0;  ///< above 0: first the benchmark (demo/shows/benchmark.h), for so long
  bool endsWithBenchmark = false;
  /// Gets what the benchmark has found, once it is complete.
  std::function<void(const BenchmarkReport&)> whenBenchmarked{};
};

/// The window, for what decides when the next picture is due: a loop, or the browser.
class Demo {
 public:
  /// Opens it. Throws RunError without a display and InputError for a faulty scenario.
  explicit Demo(const DemoOptions& options);
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  /// What happens between two pictures, and the next one: input, time steps, drawing. While nothing
  /// happens it waits for input for a moment, and draws nothing. False: the window has been closed.
  bool turn();
  /// Ends a film, and notes the end in the log.
  void close();

  /// The state of the window, to be changed between two turns (demo/actions/actions.h).
  DemoState& state() { return state_; }

 private:
  /// Ends a long step of a window that is to close.
  struct Closing {};
  /// Pictures after the last event: widgets take a few to come to rest.
  static constexpr int kSettlingFrames = 4;

  Demo(const DemoOptions& options, const scenario::Scenario& scenario);

  bool busy();
  /// Whether its user or a signal asks for the end.
  bool isClosing() const;
  /// Whether ffmpeg has frames to read, or the file to complete.
  bool isFilmBusy() const;
  void frame();
  void takeInput();
  /// For undo, before the next gesture.
  void noteChanges();
  void takeKeys();
  void simulate();
  void goOnWithBenchmark();
  /// Warns of a fluid that has just begun whose steps take long.
  void warnOfLongSteps();
  void drawPicture();
  /// Without the panels. Returns whether it is another picture than the last.
  bool drawFluid();
  void capture(bool drawnAnew);

  DemoOptions options_;
  Journal journal_;
  Interruption interruption_;  ///< closes the window as its user does, so that a film is finished
  gl::Window window_;
  Gui gui_;
  FluidSession session_;
  Recorder recorder_;
  DemoState state_;
  Pointer pointer_;
  FluidView view_;
  FluidPictures pictures_;
  RateKeeper rateKeeper_;
  Measurer measurer_;
  PictureArea area_;
  std::deque<gl::KeyPress> keys_;   ///< that wait for a picture
  int settling_ = kSettlingFrames;  ///< pictures until widgets have come to rest
  int warnedGeneration_ = -1;       ///< the last that was looked at
  unsigned long activity_ = window_.activity();
  unsigned long noticesShown_ = 0;  ///< Journal::changes() when they were drawn
  double drawingSeconds_ = 0.0;
  std::string title_;
  glm::ivec2 size_{0};
  Clock::time_point opened_ = Clock::now();
  std::optional<BenchmarkRun> benchmark_;  ///< while it runs
  std::int64_t pictureCount_ = 0;
  std::int64_t steps_ = 0;
  bool isFrameDue_ = false;  ///< of the film: a picture came while ffmpeg was busy
};

/// Opens the window and returns when it is closed. Throws as Demo.
void runDemo(const DemoOptions& options);

}  // namespace gpubuck::demo
