#include "gl/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "gl/api.h"

namespace gpubuck::gl {

void loadFunctions() {
  glewExperimental = GL_TRUE;
  const GLenum status = glewInit();
  // A GLEW built for GLX loads every OpenGL function first and only then misses its X display.
  if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
    throw RunError("OpenGL",
                   fmt::format("its functions cannot be loaded ({})",
                               reinterpret_cast<const char*>(glewGetErrorString(status))));
  }
  if (glGenVertexArrays == nullptr || glGetString(GL_VERSION) == nullptr) {
    throw RunError("OpenGL", "the context offers no OpenGL 3.3 functions");
  }
  while (glGetError() != GL_NO_ERROR) {
  }
}

Capabilities queryCapabilities() {
  const auto text = [](GLenum name) {
    const GLubyte* value = glGetString(name);
    return value != nullptr ? std::string(reinterpret_cast<const char*>(value)) : std::string();
  };
  Capabilities result;
  result.vendor = text(GL_VENDOR);
  result.renderer = text(GL_RENDERER);
  result.version = text(GL_VERSION);
  result.shadingLanguage = text(GL_SHADING_LANGUAGE_VERSION);
  glGetIntegerv(GL_MAJOR_VERSION, &result.major);
  glGetIntegerv(GL_MINOR_VERSION, &result.minor);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &result.maxTextureSize);
  result.software = isSoftware();
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

}  // namespace gpubuck::gl
