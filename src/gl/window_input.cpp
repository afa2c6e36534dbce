// Keyboard and mouse input, in a window and on a page (src/web/window.cpp).
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

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

void Window::listen() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int code, int action, int modifiers) {
    Window& self = noted(window);
    if (action == GLFW_RELEASE) return;
    if (action == GLFW_PRESS) self.beginGesture(false);
    self.keys_.push_back({.key = key,
                          .modifiers = modifiers,
                          .held = action == GLFW_REPEAT,
                          .gesture = self.gestures_,
                          .label = labelOf(key, code),
                          .buttonsBefore = static_cast<int>(self.buttons_.size())});
  });
  glfwSetMouseButtonCallback(
      window_, [](GLFWwindow* window, int button, int action, int modifiers) {
        Window& self = noted(window);
        if (!self.pointer_) return;
        if (action == GLFW_PRESS) self.beginGesture(false);
        self.buttons_.push_back({.button = button,
                                 .down = action == GLFW_PRESS,
                                 .place = *self.pointer_,
                                 .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
      });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    noted(window).pointer_ = {x, y};
  });
  static constexpr auto kNote = [](GLFWwindow* window, auto...) { noted(window); };
  glfwSetCharCallback(window_, kNote);
  glfwSetCursorEnterCallback(window_, kNote);
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) {
    Window& self = noted(window);
    if (!self.isWheelTurning_) self.beginGesture(true);
  });
  glfwSetWindowFocusCallback(window_, kNote);
  glfwSetFramebufferSizeCallback(window_, kNote);
}

}  // namespace gpubuck::gl
