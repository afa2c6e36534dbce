// A window with an OpenGL context, and its keyboard and mouse input.
#pragma once

#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gl/context.h"

struct GLFWwindow;

namespace gpubuck::gl {

struct WindowOptions {
  std::string title = "gpubuck";
  glm::ivec2 size{0};   ///< in pixels; 0 means most of the screen, but at most 1600 x 1000 times
                        ///< the scale of the screen
  bool debug = false;   ///< a debug context: the driver reports every error through KHR_debug
  bool visible = true;  ///< an invisible window only provides its context
  Profile profile = defaultProfile();
};

/// A key that has gone down or up, or is held and repeats.
struct KeyPress {
  int key = 0;        ///< GLFW_KEY_...
  int modifiers = 0;  ///< GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | ...
  bool held = false;  ///< whether this is a repeat of a key that is held
  /// The text on the key in the keyboard's layout, in lower case: "a", "+". Empty for keys without
  /// text. Also empty in a browser, where `key` follows the layout.
  std::string label{};
  bool up = false;  ///< whether the key has gone up
  int code = 0;     ///< the system's number of the key
};

/// A character that has been typed.
struct Character {
  unsigned code = 0;  ///< Unicode
};

/// A button of the mouse that has gone down or up.
struct ButtonEvent {
  int button = 0;  ///< GLFW_MOUSE_BUTTON_...
  bool down = false;
  glm::dvec2 place{0.0};  ///< place of the pointer: see Window::pointer()
  bool shift = false;     ///< whether Shift was held
  int modifiers = 0;      ///< all modifiers that were held, as in KeyPress
};

/// A turn of the wheel.
struct WheelTurn {
  glm::dvec2 notches{0.0};
  glm::dvec2 place{0.0};  ///< place of the pointer
};

/// The pointer has entered or left the window, or the window has got or lost the keyboard.
struct Presence {
  bool ofPointer = false;  ///< true if the event is about the pointer, false if about the keyboard
  bool isHere = false;
};

/// An event of keyboard or mouse, other than a movement of the pointer.
struct Input {
  std::variant<KeyPress, Character, ButtonEvent, WheelTurn, Presence> event;
  unsigned long gesture = 0;  ///< Window::gestures() at this event; includes a gesture that begins
                              ///< with it
  /// The event happened between these two times, in seconds of one clock: the previous check for
  /// events, and the check that has found this event. A window that is busy drawing checks late.
  double since = 0.0, until = 0.0;
};

/// A window of GLFW. At most one may exist.
class Window final : public Context {
 public:
  /// Throws RunError with GLFW's reason if there is no display or no context of the profile.
  explicit Window(const WindowOptions& options);
  ~Window() override;

  void makeCurrent() override;

  /// Returns the handle for a toolkit that draws in the window.
  GLFWwindow* handle() const { return window_; }

  /// Process the events since the last call. wait() first waits for an event, for at most
  /// `seconds`.
  void poll();
  void wait(double seconds);
  /// Shows the picture that was drawn. Some drivers wait for the display here.
  void present();

  /// Returns the number of events so far that may need a new picture: input, exposure, a new size.
  unsigned long activity() const { return activity_; }
  /// Returns the number of gestures up to the latest event. A key or button that goes down begins a
  /// gesture, which includes its repeats. The first notch of the wheel after a key or a button
  /// begins a gesture, too.
  unsigned long gestures() const { return gestures_; }
  /// Returns whether there are events for takeInputs().
  bool hasInput() const { return !inputs_.empty(); }
  /// Returns the events of keyboard and mouse since the last call, in order.
  std::vector<Input> takeInputs() { return std::exchange(inputs_, {}); }
  /// Returns the paths of files dropped onto the window since the last call.
  std::vector<std::string> takeDrops() { return std::exchange(drops_, {}); }
  /// Returns the place of the pointer at the latest processed event, or an empty optional before it
  /// has entered the window. The place is in GLFW's coordinates from the top left corner.
  const std::optional<glm::dvec2>& pointer() const { return pointer_; }

  bool closing() const;
  void close();
  /// Returns the size in pixels, 0 x 0 while the window is minimised.
  glm::ivec2 framebufferSize() const;
  /// Returns the scale of drawing on this screen, for example 2 if lengths need twice as many
  /// pixels.
  float contentScale() const;
  void setTitle(const std::string& title);
  /// Makes the window fill the screen, or restores its previous size and place.
  void toggleFullscreen();

 private:
  /// Returns the Window of a GLFW window, after adding 1 to its activity().
  static Window& noted(GLFWwindow* window);
  void beginGesture(bool ofWheel);
  template <typename Event>
  void add(Event event);
  /// Registers callbacks for the events that windows and pages have in common.
  void listen();
  /// Resizes a window of the default size to the pixels that the scale of its screen requires.
  void fitToScale();

  GLFWwindow* window_ = nullptr;
  unsigned long activity_ = 0;
  unsigned long gestures_ = 0;
  bool isWheelTurning_ = false;  ///< whether the latest gesture is a turn of the wheel
  std::vector<Input> inputs_;
  double lookedAt_ = 0.0;   ///< time of the last check for events
  bool isWaiting_ = false;  ///< whether the window waits for events, which then arrive as they
                            ///< happen
  std::vector<std::string> drops_;
  std::optional<glm::dvec2> pointer_;
  glm::ivec2 windowedPlace_{0};
  glm::ivec2 windowedSize_{0};
};

}  // namespace gpubuck::gl
