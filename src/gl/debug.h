// KHR_debug and glGetError: the driver's messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gl/api.h"

namespace gpubuck::gl {

/// Starts to collect the driver's messages that are of the type error or undefined behaviour, or of
/// high severity. Does nothing if the context has no KHR_debug.
void enableDebugOutput();

/// Returns the messages since the last call, and any pending glGetError, as text.
std::vector<std::string> takeDebugMessages();

/// Throws RunError if the GPU has been reset since the context was made. The contents of the
/// context are then lost, and data read from it are undefined. Only contexts of OpenGL 4.5,
/// contexts with ARB_robustness and contexts in a browser detect a reset.
void throwIfReset();

/// Throws the errors of throwIfReset, and RunError naming `label` if anything is pending in
/// takeDebugMessages().
void throwOnError(std::string_view label);

/// Names an object for debuggers and driver messages. `kind` is GL_TEXTURE, GL_PROGRAM, ...
void labelObject(GLenum kind, GLuint id, std::string_view label);

/// Groups the calls made during its lifetime under a name in debuggers and profilers
/// (Features::debugGroups).
class DebugGroup {
 public:
  explicit DebugGroup(std::string_view label);
  ~DebugGroup();
  DebugGroup(const DebugGroup&) = delete;
  DebugGroup& operator=(const DebugGroup&) = delete;

 private:
  bool isPushed_;
};

}  // namespace gpubuck::gl
