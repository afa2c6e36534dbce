#include "gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <glm/common.hpp>

#include "base/error.h"
#include "gl/context.h"

namespace gpubuck::gl {
namespace {

constexpr glm::ivec2 kLargest{1600, 1000};
// A default window takes this share of the screen, which leaves space for its frame and the bars of
// the desktop.
constexpr double kShareOfScreen = 0.9;
constexpr glm::ivec2 kSmallest{480, 320};

/// Number of windows. Terminating GLFW closes all windows, so that it is terminated only after the
/// last window has been closed.
int windows = 0;

void endGlfw() {
  if (windows == 0) glfwTerminate();
}

[[noreturn]] void throwGlfwError(const char* what, const Advice& advice) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  std::string text = reason != nullptr ? reason : "GLFW gives no reason";
  // On Windows, the reason ends with a full stop and a space.
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  endGlfw();
  const std::string variables = &advice == &kTooOld ? driverVariables() : "";
  if (variables.empty()) throw RunError(what, advised(text, advice));
  throw RunError(what, advised(fmt::format("{}, with {}", text, variables), kEnvironment));
}

/// Returns the default size of a window. `scale` is the number of window coordinates per unit of
/// drawing.
glm::ivec2 defaultSize(float scale) {
  const glm::ivec2 largest(glm::round(glm::vec2(kLargest) * scale));
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return largest;
  glm::ivec2 place{0};
  glm::ivec2 area{0};
  glfwGetMonitorWorkarea(monitor, &place.x, &place.y, &area.x, &area.y);
  return glm::clamp(glm::ivec2(glm::dvec2(area) * kShareOfScreen), kSmallest, largest);
}

}  // namespace

Window::Window(const WindowOptions& options)
    : Context(options.visible ? "window" : "hidden window") {
#if defined(GLFW_PLATFORM) && defined(__linux__)
  // GLFW 3.4 tries Wayland first, and prints an error without it.
  if (std::getenv("WAYLAND_DISPLAY") == nullptr) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  if (glfwInit() != GLFW_TRUE) throwGlfwError("window system", kNoDisplay);
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
  if (options.profile == Profile::Es3) {
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
  } else {
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    // Requests robustness. For a core profile, a driver may ignore this request. With OpenGL ES, a
    // driver without robustness would refuse the context.
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
  }
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
  const glm::ivec2 size = options.size == glm::ivec2(0) ? defaultSize(1.0F) : options.size;
  for (const auto& [major, minor] : versionsOf(options.profile)) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
    window_ = glfwCreateWindow(size.x, size.y, options.title.c_str(), nullptr, nullptr);
    if (window_ != nullptr) break;
  }
  if (window_ == nullptr) {
    throwGlfwError(
        options.profile == Profile::Es3 ? "OpenGL ES 3.0 context" : "OpenGL 3.3 core context",
        kTooOld);
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  try {
    loadFunctions();
  } catch (...) {
    glfwDestroyWindow(window_);
    endGlfw();
    throw;
  }
  ++windows;
  if (options.size == glm::ivec2(0)) fitToScale();
  listen();
  // A page does not have these events.
  static constexpr auto kNote = [](GLFWwindow* window, auto...) { noted(window); };
  glfwSetWindowRefreshCallback(window_, kNote);
  glfwSetWindowContentScaleCallback(window_, kNote);
  glfwSetWindowCloseCallback(window_, kNote);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    std::vector<std::string>& drops = noted(window).drops_;
    drops.insert(drops.end(), paths, paths + count);
  });
}

void Window::fitToScale() {
  // If window coordinates are pixels, a window must be twice as wide and high at the scale 2.
  glm::ivec2 size{0};
  glfwGetWindowSize(window_, &size.x, &size.y);
  if (size.x <= 0) return;
  const float pixels = static_cast<float>(framebufferSize().x) / static_cast<float>(size.x);
  const float scale = contentScale() / std::max(pixels, 1.0F);
  if (scale <= 1.0F) return;
  const glm::ivec2 scaled = defaultSize(scale);
  glfwSetWindowSize(window_, scaled.x, scaled.y);
}

Window::~Window() {
  glfwDestroyWindow(window_);
  --windows;
  endGlfw();
}

void Window::makeCurrent() { glfwMakeContextCurrent(window_); }

void Window::poll() {
  glfwPollEvents();
  lookedAt_ = glfwGetTime();
}

void Window::wait(double seconds) {
  const unsigned long before = activity_;
  poll();  // processes events that happened before the wait
  if (activity_ != before) return;
  isWaiting_ = true;
  glfwWaitEventsTimeout(seconds);
  isWaiting_ = false;
  lookedAt_ = glfwGetTime();
}

void Window::present() { glfwSwapBuffers(window_); }

bool Window::closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

glm::ivec2 Window::framebufferSize() const {
  glm::ivec2 size{0};
  glfwGetFramebufferSize(window_, &size.x, &size.y);
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE ? glm::ivec2(0) : size;
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
