// Every shader of gpubuck in every variant, written out for offline validation.
#pragma once

#include <string>

namespace gpubuck::app {

/// Compiles all passes on the current context, both engines where they run, and writes each
/// complete stage into the folder (gl::setShaderDump), which is created if it is missing.
void dumpShaders(const std::string& folder);

}  // namespace gpubuck::app
