#include "gl/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "gl/advice.h"
#include "gl/api.h"

namespace gpubuck::gl {

void loadFunctions() {
  glewExperimental = GL_TRUE;
  const GLenum status = glewInit();
  // A GLEW built for GLX loads every OpenGL function first and only then misses its X display.
  if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
    throw RunError("OpenGL",
                   advised(fmt::format("its functions cannot be loaded ({})",
                                       reinterpret_cast<const char*>(glewGetErrorString(status))),
                           kGlew));
  }
  if (glGenVertexArrays == nullptr || glGetString(GL_VERSION) == nullptr) {
    throw RunError("OpenGL", advised("the context offers no OpenGL 3.3 functions", kTooOld));
  }
  while (glGetError() != GL_NO_ERROR) {
  }
}

Capabilities queryCapabilities() {
  const auto text = [](GLenum name) {
    const GLubyte* const value = glGetString(name);
    return std::string(value != nullptr ? reinterpret_cast<const char*>(value) : "");
  };
  Capabilities result{.vendor = text(GL_VENDOR),
                      .renderer = text(GL_RENDERER),
                      .version = text(GL_VERSION),
                      .shadingLanguage = text(GL_SHADING_LANGUAGE_VERSION),
                      .software = isSoftware()};
  glGetIntegerv(GL_MAJOR_VERSION, &result.major);
  glGetIntegerv(GL_MINOR_VERSION, &result.minor);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &result.maxTextureSize);
  return result;
}

bool isSoftware() {
  const GLubyte* name = glGetString(GL_RENDERER);
  if (name == nullptr) return false;
  const std::string_view renderer(reinterpret_cast<const char*>(name));
  return std::ranges::any_of(std::array{"llvmpipe", "softpipe", "SWR"}, [&](const char* software) {
    return renderer.find(software) != std::string_view::npos;
  });
}

void spin(const std::function<bool()>& done, std::chrono::milliseconds longest) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  while (!done() && Clock::now() - start < longest) continue;
}

void poll(const std::function<bool()>& done) {
  if (!isSoftware()) spin(done, std::chrono::milliseconds(2));
}

void finish() {
  // glFinish() alone would sleep.
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  poll([fence] {
    return glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) != GL_TIMEOUT_EXPIRED;
  });
  glDeleteSync(fence);
  glFinish();
}

}  // namespace gpubuck::gl
