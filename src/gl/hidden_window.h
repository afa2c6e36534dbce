// A context from a GLFW window that is never shown: for platforms without EGL (macOS, Windows).
#pragma once

#include <memory>

#include "gl/context.h"

namespace gpubuck::gl {

/// Throws RunError with GLFW's reason when no window or no 3.3 core context can be made.
std::unique_ptr<Context> createHiddenWindowContext(bool debug);

}  // namespace gpubuck::gl
