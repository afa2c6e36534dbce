// The window of `gpubuck demo`, used with pointer and keyboard as its user would.
//
// Tests do not wait for a fixed time: the window's log reports what has happened and when the
// window is at rest. On a slow machine the tests only take longer.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/vec2.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/image.h"
#include "gui/pictures.h"
#include "gui/program.h"
#include "gui/screen.h"

namespace gpubuck::test {

/// Seconds after which every wait of a test gives up.
constexpr double kPatience = 60.0;

/// Returns the path of the program gpubuck of this build.
std::string executable();

/// The options and files with which a test opens the window.
struct Opening {
  /// The scenario. By default it has 648 particles at equilibrium.
  std::vector<std::string> scenario{"equilibrium", "--set", "box.size=[6,6,6]"};
  std::vector<std::string> options{};
  bool paused = true;
  std::string layout = "all";  ///< value of --panels; the tests use the panels on both sides
  std::string output = "out";  ///< as of --out
  glm::ivec2 size{1280, 900};
  std::map<std::string, std::optional<std::string>> variables{};
};

/// A place in the window, in pixels.
struct Place {
  int x, y, width, height;
};

constexpr int kLeftButton = 1;
constexpr int kRightButton = 3;

/// Returns whether the text contains `part`.
::testing::AssertionResult has(const std::string& text, const std::string& part);

/// Each test has a folder, a display and, after open(), a window. When the test ends, the window is
/// closed if it is still open. It must have ended well: with exit code 0, an empty standard error,
/// to which a sanitizer would write, `closed:` as the last line of the log, and no errors in the
/// log that the test does not expect.
///
/// A test acts, and then reads the effects of the act, in their order, from the lines added to the
/// log since the act. A wait that takes too long ends the test.
class WindowRig : public ::testing::Test {
 protected:
  WindowRig();
  ~WindowRig() override;
  void TearDown() override;

  /// Opens the window and waits for its first picture.
  void open(const Opening& opening = {});
  /// Sends the message that a window manager sends when its close button is pressed.
  void close() { screen_->askToClose(window_); }
  /// Waits for the end of a window that has been asked to close, and checks how it ended.
  void awaitEnd();
  void signal(int number) { program_->signal(number); }

  /// Returns the value of the next line `WHAT: VALUE` of the log.
  std::string answer(const std::string& what);
  /// Waits until the window is at rest. Returns the value of the last line `WHAT: VALUE` of the
  /// log, or an empty string if there is none.
  std::string latest(const std::string& what);
  /// Waits until nothing moves in the window. Returns at once while the fluid plays.
  void settle();
  /// Returns the place where the widget of this name was last drawn. Ends the test if the widget
  /// has never been drawn.
  Place place(const std::string& widget);
  bool hasBeenShown(const std::string& widget);

  void point(const glm::ivec2& place);
  void press(int button = kLeftButton);
  /// Moves the pointer and presses a button without waiting in between.
  void pointAndPress(const glm::ivec2& place);
  void release(int button = kLeftButton);
  void click(const std::string& widget);
  /// Moves the pointer by `path` while the button is down.
  void drag(const glm::ivec2& from, const glm::ivec2& path, int button = kLeftButton);
  void wheel(const glm::ivec2& place, int notches);
  /// Presses a key, given by its name in xdotool: s, Home, ctrl+q.
  void key(const std::string& name);
  /// Presses several keys, each before the picture of the previous key is drawn.
  void tap(const std::vector<std::string>& names);
  /// Sends the events of one xdotool command. They reach the window all at once, between two of its
  /// pictures.
  void atOnce(const std::vector<std::string>& words);
  /// Returns the words of xdotool for a click on a widget.
  std::vector<std::string> clickOn(const std::string& widget);
  void hold(const std::string& key);
  void letGo(const std::string& key);
  /// Replaces the contents of a field by the text, and presses Enter.
  void fill(const std::string& widget, const std::string& text);
  /// Types a text into a slider, which accepts it after a click with Ctrl held.
  void fillSlider(const std::string& widget, const std::string& text);
  /// Chooses an entry of a list, which is opened by a click.
  void choose(const std::string& widget, const std::string& word);
  /// Opens a section of the controls, and closes the others.
  void openSection(const std::string& section);
  void resize(const glm::ivec2& size);

  /// Returns a place in the middle of the fluid, for a window of the usual size.
  glm::ivec2 fluid() const { return {626, 450}; }
  /// Press the key for a screenshot of the whole window, or of the fluid only, and return the
  /// picture.
  Image picture();
  Image pictureOfFluid();
  /// Returns the window's pixels on the display, which show a new picture some time after it has
  /// been drawn.
  Image shown() const { return screen_->pictureOf(window_, screen_->sizeOf(window_)); }
  /// Returns the part of a picture of the window that changes only if something happens. The part
  /// leaves out the measurements at the right, which count pictures, and the messages below, which
  /// disappear.
  Image steady(const Image& window) const { return crop(window, {0, 0}, {900, 740}); }
  /// Returns whether the window's title begins with `title`.
  bool hasTitle(const std::string& title) const { return screen_->findWindow(title) == window_; }
  /// Waits until the window is at rest, and returns the number of the fluid's time step.
  std::int64_t step();

  const std::filesystem::path& folder() const { return folder_; }
  /// Returns the files in the folder whose names have this ending.
  std::vector<std::filesystem::path> files(const std::string& ending) const;
  /// Returns the processor time in seconds that the program has used so far.
  double processorSeconds() const;
  /// Runs a program to its end, and returns its output. The program must succeed.
  std::string outputOf(const std::vector<std::string>& words) const;

 private:
  /// Returns the environment of a program: the display, and the options of a sanitizer.
  Environment surroundings(const std::string& name) const;
  void xdotool(std::vector<std::string> words);
  /// Begins an act: returns the line of the log from which its effects are read.
  std::size_t begin();
  /// Waits until the window is at rest, and notes how many events it has answered. After this call,
  /// settle() waits until another event is answered.
  void expectEvents();
  /// Sends one event of pointer or keyboard, and waits for its effects.
  void send(std::vector<std::string> words);
  void type(const std::string& text);
  void readLog();
  bool isPlaying();
  bool hasEnded() { return program_->exitCode().has_value(); }
  [[noreturn]] void giveUp(const std::string& why);

  std::filesystem::path folder_, logFile_;
  std::unique_ptr<Screen> screen_;
  std::unique_ptr<Program> program_;
  unsigned long window_ = 0;
  std::vector<std::string> log_;
  std::size_t bytesRead_ = 0;
  std::size_t cursor_ = 0;    ///< the next answer is searched from this line on
  std::size_t lastSign_ = 0;  ///< settle() reads the log from this line on
  long eventsBefore_ = -1;    ///< events that the window had answered when the last event was sent
  std::ptrdiff_t errorsAskedFor_ = 0;
  bool playingAtFirst_ = false;
  bool ended_ = false;
  glm::ivec2 pointer_{-1, -1};
  std::set<std::string> openSections_{"controls/run", "controls/physics"};
};

}  // namespace gpubuck::test
