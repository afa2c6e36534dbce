// gl::Window on a page: the canvas of the page, which follows its size and its pixels, by the GLFW
// that emscripten has. What gl/window.cpp is elsewhere.
#include "gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace gpubuck::gl {
namespace {

constexpr const char* kCanvas = "#canvas";

/// Of the canvas on the screen.
glm::ivec2 wantedSize() {
  glm::dvec2 size{0.0};
  emscripten_get_element_css_size(kCanvas, &size.x, &size.y);
  const double pixels = emscripten_get_device_pixel_ratio();
  return {std::max(1, static_cast<int>(std::lround(size.x * pixels))),
          std::max(1, static_cast<int>(std::lround(size.y * pixels)))};
}

}  // namespace

Window::Window(const WindowOptions& /*options*/) : Context("canvas of the page") {
  glfwInit();
  glfwDefaultWindowHints();
  const glm::ivec2 size = wantedSize();
  window_ = glfwCreateWindow(size.x, size.y, "", nullptr, nullptr);
  if (window_ == nullptr) throw RunError("WebGL 2", "the browser does not give it to this page");
  loadFunctions();
  listen();
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::makeCurrent() {}  // there is one

void Window::listen() {
  glfwSetWindowUserPointer(window_, this);
  static constexpr auto kNoted = [](GLFWwindow* window) -> Window& {
    auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
    ++self.activity_;
    return self;
  };
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int modifiers) {
    Window& self = kNoted(window);
    if (action == GLFW_RELEASE) return;
    self.keys_.push_back({key, modifiers, action == GLFW_REPEAT});
  });
  glfwSetMouseButtonCallback(
      window_, [](GLFWwindow* window, int button, int action, int modifiers) {
        Window& self = kNoted(window);
        if (!self.pointer_) return;
        self.buttons_.push_back({.button = button,
                                 .down = action == GLFW_PRESS,
                                 .place = *self.pointer_,
                                 .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
      });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    kNoted(window).pointer_ = {x, y};
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned int) { kNoted(window); });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int) { kNoted(window); });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) { kNoted(window); });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int) { kNoted(window); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { kNoted(window); });
}

void Window::poll() {
  // Not glfwSetWindowSize, which takes a canvas of the screen's size for a wish to fill the screen.
  const glm::ivec2 wanted = wantedSize();
  if (wanted != framebufferSize()) {
    EM_ASM({ Browser.setCanvasSize($0, $1); }, wanted.x, wanted.y);
  }
}

void Window::wait(double /*seconds*/) { poll(); }  // the browser calls again

void Window::present() {}  // the browser does when the turn ends

bool Window::closing() const { return false; }

void Window::close() {}

glm::ivec2 Window::framebufferSize() const {
  glm::ivec2 size{0};
  glfwGetFramebufferSize(window_, &size.x, &size.y);
  return size;
}

float Window::contentScale() const {
  return static_cast<float>(emscripten_get_device_pixel_ratio());
}

void Window::setTitle(const std::string& title) {
  EM_ASM({ document.title = UTF8ToString($0); }, title.c_str());
}

void Window::toggleFullscreen() {
  EM_ASM({
    if (document.fullscreenElement) {
      document.exitFullscreen();
    } else {
      document.documentElement.requestFullscreen();
    }
  });
}

}  // namespace gpubuck::gl
