// A window with an OpenGL context, and what its user does with keyboard and mouse.
#pragma once

#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gl/context.h"

struct GLFWwindow;

namespace gpubuck::gl {

struct WindowOptions {
  std::string title = "gpubuck";
  glm::ivec2 size{0};   ///< pixels; 0: most of the screen, at most 1600 x 1000
                        ///< times its scale
  bool debug = false;   ///< a debug context: the driver reports every error through KHR_debug
  bool visible = true;  ///< false: for the sake of its context alone
  Profile profile = defaultProfile();
};

/// A key that went down, or repeats while it is held.
struct KeyPress {
  int key = 0;                ///< GLFW_KEY_...
  int modifiers = 0;          ///< GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | ...
  bool held = false;          ///< it went down before
  unsigned long gesture = 0;  ///< Window::gestures() with this one
  /// What the key's layout has printed on it, in lower case: "a", "+"; empty for keys without, and
  /// in a browser, whose keys follow the layout.
  std::string label{};
  /// How many buttons of the mouse went down or up before it and had not been taken then: what has
  /// the key follows from where they went.
  int buttonsBefore = 0;
};

/// A button of the mouse that went down or up.
struct ButtonEvent {
  int button = 0;  ///< GLFW_MOUSE_BUTTON_...
  bool down = false;
  glm::dvec2 place{0.0};  ///< where the pointer was then: see Window::pointer()
  bool shift = false;     ///< whether Shift was held then
};

/// Made by GLFW. One at a time.
class Window final : public Context {
 public:
  /// Throws RunError with GLFW's reason when there is no display or no context of the profile.
  explicit Window(const WindowOptions& options);
  ~Window() override;

  void makeCurrent() override;

  /// For a toolkit that draws in the window.
  GLFWwindow* handle() const { return window_; }

  /// Takes in what has happened since the last call, at once or after at most `seconds`.
  void poll();
  void wait(double seconds);
  /// Shows what has been drawn; waits for the display to take it, if the driver does.
  void present();

  /// A counter of everything that can make a new picture necessary: input, exposure, a new size.
  unsigned long activity() const { return activity_; }
  /// The number of gestures up to the latest event: a key or button that goes down begins one, with
  /// all its repeats, and so does the first notch of the wheel after one of these.
  unsigned long gestures() const { return gestures_; }
  /// Whether keys or buttons wait to be taken.
  bool hasPresses() const { return !keys_.empty() || !buttons_.empty(); }
  /// Keys pressed since the last call, in order.
  std::vector<KeyPress> takeKeys() { return std::exchange(keys_, {}); }
  /// The paths of files dropped onto the window since the last call.
  std::vector<std::string> takeDrops() { return std::exchange(drops_, {}); }
  /// Buttons of the mouse since the last call, in order.
  std::vector<ButtonEvent> takeButtons() { return std::exchange(buttons_, {}); }
  /// Where the pointer was in the latest event that has been taken in; none before it has come to
  /// the window. GLFW's coordinates: from the top left corner.
  const std::optional<glm::dvec2>& pointer() const { return pointer_; }

  bool closing() const;
  void close();
  /// Pixels; 0 x 0 while the window is an icon.
  glm::ivec2 framebufferSize() const;
  /// The scale at which things are drawn on this screen: 2 where they need twice as many pixels.
  float contentScale() const;
  void setTitle(const std::string& title);
  /// Fills the screen, or returns to the size and place of before.
  void toggleFullscreen();

 private:
  /// The one that GLFW tells of, with one more activity.
  static Window& noted(GLFWwindow* window);
  void beginGesture(bool ofWheel);
  /// To everything that any window or page tells.
  void listen();
  /// Gives a window of the default size the pixels that its screen's scale asks for.
  void fitToScale();

  GLFWwindow* window_;
  unsigned long activity_ = 0;
  unsigned long gestures_ = 0;
  bool isWheelTurning_ = false;  ///< the latest gesture is one of the wheel
  std::vector<KeyPress> keys_;
  std::vector<std::string> drops_;
  std::vector<ButtonEvent> buttons_;
  std::optional<glm::dvec2> pointer_;
  glm::ivec2 windowedPlace_{0};
  glm::ivec2 windowedSize_{0};
};

}  // namespace gpubuck::gl
