// Functions for the process of the program. They differ between systems: process_posix.cpp,
// process_win32.cpp.
#pragma once

#include <filesystem>

namespace gpubuck::app {

/// Prepares the process. Call this function before anything is written or a context is made.
void prepareProcess();

/// Returns the user's folder for settings of programs, or an empty path if there is none.
std::filesystem::path settingsFolder();

}  // namespace gpubuck::app
