#include <cstdlib>

#include "app/process.h"

namespace gpubuck::app {

void prepareProcess() {
  // Without this setting, Mesa's EGL would print lines of its own in addition to gpubuck's error.
  setenv("EGL_LOG_LEVEL", "fatal", 0);
}

std::filesystem::path settingsFolder() {
  const char* const folder = std::getenv("XDG_CONFIG_HOME");
  if (folder != nullptr && *folder == '/') return folder;
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::filesystem::path(home) / ".config";
  return {};
}

}  // namespace gpubuck::app
