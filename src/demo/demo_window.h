// What demo::Demo is made of.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "base/interruption.h"
#include "demo/demo.h"
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

class Demo::Window {
 public:
  /// Ends a long step of a window that is to close.
  struct Closing {};
  /// Pictures after the last event: widgets take a few to come to rest.
  static constexpr int kSettlingFrames = 4;

  explicit Window(const DemoOptions& options);
  bool turn();
  void close();
  DemoState& state() { return state_; }

 private:
  Window(const DemoOptions& options, const scenario::Scenario& scenario);

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

}  // namespace gpubuck::demo
