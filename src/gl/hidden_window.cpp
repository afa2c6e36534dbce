#include "gl/hidden_window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "base/error.h"

namespace gpubuck::gl {
namespace {

[[noreturn]] void throwGlfwError(const char* what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  throw RunError(what, reason != nullptr ? reason : "GLFW gives no reason");
}

class HiddenWindowContext final : public Context {
 public:
  explicit HiddenWindowContext(GLFWwindow* window) : Context("hidden window"), window_(window) {}
  ~HiddenWindowContext() override {
    glfwDestroyWindow(window_);
    glfwTerminate();
  }

 private:
  GLFWwindow* window_;
};

}  // namespace

std::unique_ptr<Context> createHiddenWindowContext(bool debug) {
  if (glfwInit() != GLFW_TRUE) throwGlfwError("window system");
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(16, 16, "gpubuck", nullptr, nullptr);
  if (window == nullptr) throwGlfwError("OpenGL 3.3 core context");
  glfwMakeContextCurrent(window);
  return std::make_unique<HiddenWindowContext>(window);
}

}  // namespace gpubuck::gl
