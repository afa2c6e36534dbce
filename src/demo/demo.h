// The interactive window: `gpubuck demo`.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "demo/preferences.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/tools/pointer.h"
#include "demo/view/fluid_view.h"
#include "demo/view/quality.h"
#include "demo/widgets/clock.h"
#include "demo/widgets/gui.h"
#include "gl/window.h"

namespace gpubuck::demo {

struct DemoOptions {
  std::string scenario;                ///< built-in name or file; kFirstScenario if empty
  std::vector<std::string> overrides;  ///< KEY=VALUE, as for --set
  std::optional<texel::Engine>
      engine{};              ///< engine of the fluid; if empty, run::chooseEngine() chooses it
  std::string shaderFolder;  ///< folder of shaders; if empty, the shaders in the binary are used
  glm::ivec2 size{0};        ///< size of the window, pixels; if 0, a size that suits the screen
  bool paused = false;       ///< start paused
  bool onPage = false;       ///< runs in a browser, which has no file paths
  std::string folder = ".";  ///< folder for pictures, films and states
  std::string log;           ///< file that gets a line for each event; no file if empty
  bool logWidgets = false;   ///< also log the place of each widget
  std::vector<std::string> panels;  ///< Panel::name of panels to open in addition to the default
                                    ///< panels; "none" hides all panels
  bool light = false;               ///< light theme, whatever the preferences say
  bool largeType = false;           ///< large type, whatever the preferences say
  std::string screenshot;  ///< file for a picture of the window at step `atStep`; the window then
                           ///< closes
  std::int64_t atStep = 0;
  std::string show;  ///< show with which the window begins, if any (demo/shows/shows.cpp)
  std::string
      preferences;  ///< file of the preferences that the window remembers; empty for no file
};

/// The window. A loop or the browser calls turn() when the next picture is due.
class Demo {
 public:
  /// Opens the window. Throws RunError without a display and InputError for a faulty scenario.
  explicit Demo(const DemoOptions& options);
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  /// Handles input, makes time steps and draws the next picture. If nothing has changed, waits
  /// briefly for input and draws nothing. Returns false once the window has been closed.
  bool turn();
  /// Ends the film, if any, and logs the end of the session.
  void close();

  /// Returns the state of the window, which may be changed between two calls of turn()
  /// (demo/ui/actions/actions.h).
  DemoState& state() { return state_; }

 private:
  /// Thrown to abandon a long step when the window is to close.
  struct Closing {};
  /// Number of pictures to draw after the last event. Widgets take a few pictures to settle.
  static constexpr int kSettlingFrames = 4;

  Demo(const DemoOptions& options, const scenario::Scenario& scenario);

  bool busy();
  /// Returns whether the user or a signal has asked the window to close.
  bool isClosing() const;
  /// Returns whether ffmpeg still has frames to read or the file to complete.
  bool isFilmBusy() const;
  void frame();
  /// Handles the input that has arrived, up to the first event that has to wait for the next
  /// picture.
  void takeInput();
  /// Records, for undo, the changes since the last call of noteChanges(). Call it before the next
  /// gesture.
  void noteChanges();
  void takeKey(const gl::KeyPress& press, bool typing);
  void simulate();
  /// Shows a notice if a fluid that has just started has long steps.
  void warnOfLongSteps();
  /// Shows a notice, once for each fluid, if its steps are slow on this computer.
  void warnOfSlowSteps();
  void drawPicture();
  /// Draws the fluid without the panels. Returns whether the picture of the fluid has changed.
  bool drawFluid();
  /// Adds the picture of the fluid to the pictures of the last seconds, if a picture is due.
  void keepForReplay();
  void capture(bool drawnAnew);

  DemoOptions options_;
  Journal journal_;
  Interruption
      interruption_;  ///< a signal closes the window as the user does, so that a film is completed
  gl::Window window_;
  Gui gui_;
  FluidSession session_;
  Recorder recorder_;
  PreferenceFile preferences_;
  DemoState state_;
  Pointer pointer_;
  FluidView view_;
  FluidPictures pictures_;
  RateKeeper rateKeeper_;
  PictureArea area_;
  InputQueue inputs_;
  std::vector<gl::ButtonEvent> buttons_;  ///< events of buttons for the next picture
  int settling_ = kSettlingFrames;        ///< pictures left until widgets have settled
  /// The last FluidSession::generation() that warnOfLongSteps() has checked.
  int warnedGeneration_ = -1;
  /// The last FluidSession::generation() that warnOfSlowSteps() has checked.
  int timedGeneration_ = -1;
  unsigned long activity_ = window_.activity();
  std::size_t noticesShown_ = 0;  ///< Journal::changes() when notices were drawn last
  double drawingSeconds_ = 0.0;
  std::string title_;
  glm::ivec2 size_{0};
  Clock::time_point opened_ = Clock::now();
  /// True if a film of the last seconds can be made.
  bool canFilm_ = options_.screenshot.empty() && file::FilmWriter::whyNot().empty();
  std::int64_t pictureCount_ = 0;
  std::int64_t steps_ = 0;
  bool isFrameDue_ = false;  ///< a frame of the film waits until ffmpeg can take it
};

/// Opens the window and returns when it has been closed. Throws the errors of Demo::Demo.
void runDemo(const DemoOptions& options);

}  // namespace gpubuck::demo
