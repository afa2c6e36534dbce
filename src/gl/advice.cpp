#include "gl/advice.h"

#include <fmt/format.h>

#include <cstdlib>

namespace gpubuck::gl {

std::string advised(const std::string& why, const Advice& advice) {
  return fmt::format("{}; {} (docs/troubleshooting.md, \"{}\")", why, advice.text, advice.heading);
}

std::string driverVariables() {
  std::string set;
  for (const char* name :
       {"MESA_GL_VERSION_OVERRIDE", "MESA_GLSL_VERSION_OVERRIDE", "MESA_LOADER_DRIVER_OVERRIDE",
        "MESA_EXTENSION_OVERRIDE", "GALLIUM_DRIVER", "LIBGL_DRIVERS_PATH", "LIBGL_ALWAYS_SOFTWARE",
        "__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS",
        "__GLX_VENDOR_LIBRARY_NAME"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) set += fmt::format("{}{}={}", set.empty() ? "" : ", ", name, value);
  }
  return set;
}

}  // namespace gpubuck::gl
