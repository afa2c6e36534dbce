// Dear ImGui in the window: its context, its style, its frames, and the order of its input.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "gl/window.h"

namespace gpubuck::demo {

/// Size of large type in units of the usual size.
inline constexpr float kLargeType = 1.5F;

/// Returns the usual size of text in a window of `size`, in units of the size in a small window. It
/// follows the height of a window of more than 900 pixels, in steps of 0.1 up to 2, so that text
/// keeps its share of the window. In a window much higher than wide, it follows the width.
float typeFor(const glm::vec2& size);

/// The Dear ImGui context of a window. The window must outlive the context. At most one context may
/// exist at a time.
class Gui {
 public:
  explicit Gui(gl::Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Passes an event to the widgets. Before the next frame they can take only one press
  /// (InputQueue).
  void take(const gl::Input& input);
  /// Sets the colours of the widgets: dark on light, or light on dark.
  void setTheme(bool isLight);
  /// Sets the size of all text and widgets: kLargeType times the usual size, or the usual size.
  void setLargeType(bool isLarge) { isLarge_ = isLarge; }
  /// Lets the usual size follow the size of the window (typeFor()).
  void followWindow(bool follows) { followsWindow_ = follows; }
  /// Begins a frame with the pointer at this place of the window. Widgets may be drawn until
  /// endFrame().
  void beginFrame(const std::optional<glm::dvec2>& pointer);
  /// Ends the frame, and draws the widgets over the window's contents.
  void endFrame();

  /// Returns the size of text in pixels of the framebuffer.
  double textSize() const;

  /// Returns whether the user was typing into a widget, or had a list or a dialog open, in the last
  /// picture.
  bool takesKeys() const;
  /// Returns whether Dear ImGui keeps input for further frames. Versions from 1.87 on may do so,
  /// since they have a queue of their own.
  bool hasWaitingInput() const;

 private:
  void scaleTo(float scale);
  void press(const gl::ButtonEvent& event, const gl::Input& input);

  gl::Window& window_;
  static constexpr int kButtons = 5;
  std::array<bool, kButtons> isDown_{};
  std::array<double, kButtons> pressedAt_{};  ///< Input::until of the last press
  /// For each button that is pressed in the next frame, the seconds between its previous press and
  /// this press.
  std::array<std::optional<double>, kButtons> sinceLastPress_{};
  float scale_ = 0.0F;
  bool isLight_ = false, isLarge_ = false, followsWindow_ = false;
};

/// The events that have not been handled yet, in their order. Before each picture, at most one
/// press is handled: a press of a mouse button, or of a key that edits text or moves the keyboard
/// focus. Later events wait for the next picture, since only then it is known which widget gets
/// them. So no click or key is lost, however short it is and however slow the pictures are.
class InputQueue {
 public:
  void add(std::vector<gl::Input> inputs);
  /// Takes the next event that may be handled before the next picture. `typing` tells whether a
  /// widget had the keyboard in the last picture. If no widget had it, keys are shortcuts, which do
  /// not wait for each other.
  std::optional<gl::Input> next(bool typing);
  /// Call it after each picture.
  void endPicture();
  /// Drops all events except events that end a press.
  void clear();

  bool isEmpty() const { return waiting_.empty(); }
  /// Returns the place of the pointer for the next picture: the place of the last mouse event that
  /// was taken, or `present` if there was none.
  std::optional<glm::dvec2> pointer(const std::optional<glm::dvec2>& present) const;

 private:
  /// Returns whether the event waits for the next picture.
  bool waits(const gl::Input& input, bool typing) const;
  void take(const gl::Input& input, bool typing);

  std::deque<gl::Input> waiting_;
  // The events taken for the next picture:
  bool hasPress_ = false;  ///< whether an event was taken for which later events wait
  bool hasText_ = false;
  std::optional<int> spoken_;        ///< the key whose character may still be taken
  std::vector<int> keysUp_;          ///< keys that were released
  std::optional<glm::dvec2> place_;  ///< place of the last event of the mouse
};

}  // namespace gpubuck::demo
