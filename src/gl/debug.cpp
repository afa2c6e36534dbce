#include "gl/debug.h"

#include <fmt/format.h>

#include <utility>
#ifdef __EMSCRIPTEN__
#include <emscripten/html5.h>
#endif

#include "base/error.h"
#include "gl/context.h"

namespace gpubuck::gl {
namespace {

std::vector<std::string>& messages() {
  static std::vector<std::string> collected;
  return collected;
}

void GLAPIENTRY onMessage(GLenum /*source*/, GLenum type, GLuint /*id*/, GLenum severity,
                          GLsizei length, const GLchar* text, const void* /*user*/) {
  if (type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR ||
      severity == GL_DEBUG_SEVERITY_HIGH) {
    messages().emplace_back(text, length >= 0 ? static_cast<std::size_t>(length)
                                              : std::char_traits<char>::length(text));
  }
}

const char* errorName(GLenum error) {
  for (const auto& [value, name] :
       {std::pair(GL_INVALID_ENUM, "GL_INVALID_ENUM"),
        std::pair(GL_INVALID_VALUE, "GL_INVALID_VALUE"),
        std::pair(GL_INVALID_OPERATION, "GL_INVALID_OPERATION"),
        std::pair(GL_INVALID_FRAMEBUFFER_OPERATION, "GL_INVALID_FRAMEBUFFER_OPERATION"),
        std::pair(GL_OUT_OF_MEMORY, "out of GPU memory")}) {
    if (error == static_cast<GLenum>(value)) return name;
  }
  return "unknown OpenGL error";
}

}  // namespace

void enableDebugOutput() {
  if (!features().debug) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(onMessage, nullptr);
}

std::vector<std::string> takeDebugMessages() {
  for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
    messages().emplace_back(errorName(error));
  }
  return std::exchange(messages(), {});
}

void throwIfReset() {
#ifdef __EMSCRIPTEN__
  if (emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context())) {
    throw RunError("GPU", "the browser has taken the context away; its contents are lost");
  }
#else
  GLenum status = GL_NO_ERROR;
  if (features().isCore(4, 5)) {
    status = glGetGraphicsResetStatus();
  } else if (features().robustness) {
    status = glGetGraphicsResetStatusARB();
  }
  if (status == GL_NO_ERROR) return;
  const bool isOurs = status == GL_GUILTY_CONTEXT_RESET;
  throw RunError("GPU", fmt::format("the driver has reset it because of {}; everything since the "
                                    "last checkpoint is lost",
                                    isOurs ? "this program, often for a pass that took too long"
                                           : "another program or a fault"));
#endif
}

void throwOnError(std::string_view label) {
  throwIfReset();
  const std::vector<std::string> found = takeDebugMessages();
  if (!found.empty()) throw RunError(std::string(label), found.front());
}

void labelObject(GLenum kind, GLuint id, std::string_view label) {
  if (features().debug) glObjectLabel(kind, id, static_cast<GLsizei>(label.size()), label.data());
}

DebugGroup::DebugGroup(std::string_view label) : isPushed_(features().debugGroups) {
  if (isPushed_) {
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(label.size()),
                     label.data());
  }
}

DebugGroup::~DebugGroup() {
  if (isPushed_) glPopDebugGroup();
}

}  // namespace gpubuck::gl
