// gl::Window on a page, in place of gl/window.cpp: a canvas that follows the size and the
// resolution of the page, by emscripten's GLFW.
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

/// Returns the size of the canvas on the screen, in device pixels.
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
  if (window_ == nullptr) throw RunError("WebGL 2", "not available to this page in this browser");
  loadFunctions();
  listen();
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::makeCurrent() {}  // a page has only one context

void Window::poll() {
  // glfwSetWindowSize would switch to full screen for a canvas of the screen's size.
  const glm::ivec2 wanted = wantedSize();
  if (wanted != framebufferSize()) {
    EM_ASM({ Browser.setCanvasSize($0, $1); }, wanted.x, wanted.y);
  }
}

void Window::wait(double /*seconds*/) { poll(); }  // the browser calls turn() of main.cpp again

void Window::present() {}  // the browser shows the picture when turn() returns

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
