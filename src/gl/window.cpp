#include "gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <glm/common.hpp>
#include <utility>

#include "base/error.h"

namespace gpubuck::gl {
namespace {

constexpr glm::ivec2 kLargest{1600, 1000};
// Room for the frame of the window and the bars of the desktop.
constexpr double kShareOfScreen = 0.9;
constexpr glm::ivec2 kSmallest{480, 320};

[[noreturn]] void throwGlfwError(const char* what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  const std::string text = reason != nullptr ? reason : "GLFW gives no reason";
  glfwTerminate();
  throw RunError(what, text);
}

glm::ivec2 defaultSize() {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return kLargest;
  glm::ivec2 place{0};
  glm::ivec2 area{0};
  glfwGetMonitorWorkarea(monitor, &place.x, &place.y, &area.x, &area.y);
  return glm::clamp(glm::ivec2(glm::dvec2(area) * kShareOfScreen), kSmallest, kLargest);
}

}  // namespace

Window::Window(const WindowOptions& options)
    : Context(options.visible ? "window" : "hidden window") {
  if (glfwInit() != GLFW_TRUE) throwGlfwError("window system");
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
  const glm::ivec2 size = options.size == glm::ivec2(0) ? defaultSize() : options.size;
  window_ = glfwCreateWindow(size.x, size.y, options.title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) throwGlfwError("OpenGL 3.3 core context");
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  try {
    loadFunctions();
  } catch (...) {
    glfwDestroyWindow(window_);
    glfwTerminate();
    throw;
  }
  listen();
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::makeCurrent() { glfwMakeContextCurrent(window_); }

void Window::listen() {
  glfwSetWindowUserPointer(window_, this);
  static constexpr auto kNote = [](GLFWwindow* window) {
    ++static_cast<Window*>(glfwGetWindowUserPointer(window))->activity_;
  };
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int modifiers) {
    kNote(window);
    if (action == GLFW_RELEASE) return;
    static_cast<Window*>(glfwGetWindowUserPointer(window))
        ->keys_.push_back({key, modifiers, action == GLFW_REPEAT});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned) { kNote(window); });
  glfwSetMouseButtonCallback(
      window_, [](GLFWwindow* window, int button, int action, int modifiers) {
        kNote(window);
        auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        if (!self.pointer_) return;
        self.buttons_.push_back({.button = button,
                                 .down = action == GLFW_PRESS,
                                 .place = *self.pointer_,
                                 .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
      });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    kNote(window);
    static_cast<Window*>(glfwGetWindowUserPointer(window))->pointer_ = {x, y};
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int) { kNote(window); });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) { kNote(window); });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int) { kNote(window); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { kNote(window); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { kNote(window); });
  glfwSetWindowContentScaleCallback(window_,
                                    [](GLFWwindow* window, float, float) { kNote(window); });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* window) { kNote(window); });
}

void Window::poll() { glfwPollEvents(); }

void Window::wait(double seconds) { glfwWaitEventsTimeout(seconds); }

void Window::present() { glfwSwapBuffers(window_); }

std::vector<KeyPress> Window::takeKeys() { return std::exchange(keys_, {}); }

std::vector<ButtonEvent> Window::takeButtons() { return std::exchange(buttons_, {}); }

bool Window::closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

glm::ivec2 Window::framebufferSize() const {
  glm::ivec2 size{0};
  glfwGetFramebufferSize(window_, &size.x, &size.y);
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE ? glm::ivec2(0) : size;
}

glm::dvec2 Window::pixelsPerUnit() const {
  glm::ivec2 units{0};
  glfwGetWindowSize(window_, &units.x, &units.y);
  return glm::dvec2(framebufferSize()) / glm::dvec2(glm::max(units, glm::ivec2(1)));
}

float Window::contentScale() const {
  glm::vec2 scale{1.0F};
  glfwGetWindowContentScale(window_, &scale.x, &scale.y);
  return std::max(scale.x, scale.y);
}

void Window::setTitle(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

void Window::toggleFullscreen() {
  if (glfwGetWindowMonitor(window_) != nullptr) {
    glfwSetWindowMonitor(window_, nullptr, windowedPlace_.x, windowedPlace_.y, windowedSize_.x,
                         windowedSize_.y, GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  glfwGetWindowPos(window_, &windowedPlace_.x, &windowedPlace_.y);
  glfwGetWindowSize(window_, &windowedSize_.x, &windowedSize_.y);
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace gpubuck::gl
