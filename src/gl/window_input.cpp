// Keyboard and mouse input, in a window and on a page (src/web/window.cpp).
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>
#include <utility>

#include "gl/window.h"

namespace gpubuck::gl {
namespace {

/// Returns KeyPress::label.
std::string labelOf([[maybe_unused]] int key, [[maybe_unused]] int code) {
#ifdef __EMSCRIPTEN__
  return {};
#else
  const char* const label = glfwGetKeyName(key, code);
  return label != nullptr ? label : "";
#endif
}

}  // namespace

Window& Window::noted(GLFWwindow* window) {
  auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
  ++self.activity_;
  return self;
}

void Window::beginGesture(bool ofWheel) {
  ++gestures_;
  isWheelTurning_ = ofWheel;
}

template <typename Event>
void Window::add(Event event) {
#ifdef __EMSCRIPTEN__
  constexpr bool kIsPage = true;  // the browser reports each event when it happens
#else
  constexpr bool kIsPage = false;
#endif
  const double now = glfwGetTime();
  inputs_.push_back({std::move(event), gestures_, kIsPage || isWaiting_ ? now : lookedAt_, now});
}

void Window::listen() {
  lookedAt_ = glfwGetTime();
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int code, int action, int modifiers) {
    Window& self = noted(window);
    if (action == GLFW_PRESS) self.beginGesture(false);
    self.add(KeyPress{.key = key,
                      .modifiers = modifiers,
                      .held = action == GLFW_REPEAT,
                      .label = labelOf(key, code),
                      .up = action == GLFW_RELEASE,
                      .code = code});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned character) {
    noted(window).add(Character{character});
  });
  glfwSetMouseButtonCallback(window_,
                             [](GLFWwindow* window, int button, int action, int modifiers) {
                               Window& self = noted(window);
                               if (!self.pointer_) return;
                               if (action == GLFW_PRESS) self.beginGesture(false);
                               self.add(ButtonEvent{.button = button,
                                                    .down = action == GLFW_PRESS,
                                                    .place = *self.pointer_,
                                                    .shift = (modifiers & GLFW_MOD_SHIFT) != 0,
                                                    .modifiers = modifiers});
                             });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    noted(window).pointer_ = {x, y};
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double x, double y) {
    Window& self = noted(window);
    if (!self.isWheelTurning_) self.beginGesture(true);
    self.add(WheelTurn{{x, y}, self.pointer_.value_or(glm::dvec2(0.0))});
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int entered) {
    noted(window).add(Presence{.ofPointer = true, .isHere = entered != 0});
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int focused) {
    noted(window).add(Presence{.ofPointer = false, .isHere = focused != 0});
  });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { noted(window); });
}

}  // namespace gpubuck::gl
