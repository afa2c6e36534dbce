// The library in a program with a window: contexts that GLFW made by GLX and by EGL, with surfaces.
#include <gtest/gtest.h>

#include <EGL/egl.h>
#include <GL/glx.h>
#include <GLFW/glfw3.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <memory>

#include "gpubuck/gpubuck.h"
#include "gui/screen.h"

namespace gpubuck {
namespace {

const std::vector<std::uint32_t> kBucketOf{2, 0, 1, 0};
const std::vector<std::int32_t> kOrder{1, 3, 2, 0};

class WindowContextTest : public ::testing::TestWithParam<int> {
 protected:
  WindowContextTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("gpubuck_window_context_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    screen_ = std::make_unique<test::Screen>(folder_);
    setenv("DISPLAY", screen_->name().c_str(), 1);
    unsetenv("WAYLAND_DISPLAY");
    if (glfwInit() != GLFW_TRUE) throw std::runtime_error("GLFW finds no display");
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GetParam());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    window_ = makeWindow("caller");
    glfwMakeContextCurrent(window_);
  }
  ~WindowContextTest() override {
    glfwDestroyWindow(window_);
    glfwTerminate();
    std::filesystem::remove_all(folder_);
  }

  GLFWwindow* makeWindow(const char* title) {
    GLFWwindow* const window = glfwCreateWindow(32, 32, title, nullptr, nullptr);
    if (window == nullptr) throw std::runtime_error("GLFW makes no window");
    return window;
  }

  /// Draws on the window's own framebuffer and reads the picture back. Both need the context and
  /// the window's surface. Each call passes another `green`, so that its picture differs from
  /// earlier pictures.
  static void expectWindowTakes(float green) {
    glClearColor(0.0F, green, 1.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    std::array<unsigned char, 4> pixel{};
    glReadPixels(16, 16, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel[1], static_cast<int>(green * 255.0F));
    EXPECT_EQ(pixel[2], 255);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }

  std::filesystem::path folder_;
  std::unique_ptr<test::Screen> screen_;
  GLFWwindow* window_ = nullptr;
};

TEST_P(WindowContextTest, AdoptedContext_StillDraws) {
  expectWindowTakes(0.2F);
  const Context context = Context::adopt();
  EXPECT_EQ(sortIntoRanges(context, kBucketOf, 3).order, kOrder);
  Fluid fluid = Fluid::fromText(context, "box.size = [3, 3, 3]\n");
  fluid.step(2);
  expectWindowTakes(0.4F);
  glfwMakeContextCurrent(nullptr);
  EXPECT_THROW(fluid.step(), RunError);
  glfwMakeContextCurrent(window_);
  fluid.step();
  EXPECT_EQ(fluid.measure().step, 3);
  expectWindowTakes(0.6F);
}

TEST_P(WindowContextTest, CallsInAnotherContext_RestoreIt) {
  {
    const Context context = Context::headless();
    expectWindowTakes(0.2F);
    EXPECT_EQ(sortIntoRanges(context, kBucketOf, 3).order, kOrder);
    expectWindowTakes(0.4F);
    Fluid fluid = Fluid::fromText(context, "box.size = [3, 3, 3]\n");
    fluid.step(2);
    expectWindowTakes(0.6F);
  }
  expectWindowTakes(0.8F);
  EXPECT_EQ(sortIntoRanges(Context::adopt(), kBucketOf, 3).order, kOrder);
}

TEST_P(WindowContextTest, DrawAndReadWindows_AreRestored) {
  GLFWwindow* const other = makeWindow("other");
  glfwMakeContextCurrent(other);
  if (GetParam() == GLFW_EGL_CONTEXT_API) {
    const EGLSurface read = eglGetCurrentSurface(EGL_DRAW);
    glfwMakeContextCurrent(window_);
    const EGLSurface draw = eglGetCurrentSurface(EGL_DRAW);
    const EGLContext context = eglGetCurrentContext();
    ASSERT_NE(draw, read);
    ASSERT_TRUE(eglMakeCurrent(eglGetCurrentDisplay(), draw, read, context));
    sortIntoRanges(Context::headless(), kBucketOf, 3);
    EXPECT_EQ(eglGetCurrentContext(), context);
    EXPECT_EQ(eglGetCurrentSurface(EGL_DRAW), draw);
    EXPECT_EQ(eglGetCurrentSurface(EGL_READ), read);
  } else {
    const GLXDrawable read = glXGetCurrentDrawable();
    glfwMakeContextCurrent(window_);
    const GLXDrawable draw = glXGetCurrentDrawable();
    const GLXContext context = glXGetCurrentContext();
    ASSERT_NE(draw, read);
    ASSERT_TRUE(glXMakeContextCurrent(glXGetCurrentDisplay(), draw, read, context));
    sortIntoRanges(Context::headless(), kBucketOf, 3);
    EXPECT_EQ(glXGetCurrentContext(), context);
    EXPECT_EQ(glXGetCurrentDrawable(), draw);
    EXPECT_EQ(glXGetCurrentReadDrawable(), read);
  }
  glfwMakeContextCurrent(window_);
  glfwDestroyWindow(other);
}

INSTANTIATE_TEST_SUITE_P(MadeBy, WindowContextTest,
                         ::testing::Values(GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API),
                         [](const auto& api) {
                           return api.param == GLFW_EGL_CONTEXT_API ? "Egl" : "Glx";
                         });

}  // namespace
}  // namespace gpubuck
