// The interactive window: `gpubuck demo`.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <string>
#include <vector>

#include "texel/device.h"

namespace gpubuck::demo {

struct DemoOptions {
  std::string scenario;                ///< a name of the picker or a file; empty: by the GPU
  std::vector<std::string> overrides;  ///< as of --set
  texel::Engine engine = texel::Engine::Paper;
  std::string shaderFolder;         ///< empty: the shaders in the binary
  glm::ivec2 size{0};               ///< of the window, pixels; 0: by the screen
  bool paused = false;              ///< begin without playing
  std::string folder = ".";         ///< where pictures, films and scenarios go
  std::string log;                  ///< file for a line on everything that happens; empty: none
  bool logWidgets = false;          ///< and where each widget stands
  std::vector<std::string> panels;  ///< to be open at the start, beside those that always are: of
                                    ///< panelNames(); "none" hides all panels
  std::string screenshot;           ///< write the window's picture here at step `atStep`, and end
  std::int64_t atStep = 0;
};

/// The panels of the window, from its left to its right and to those that float.
std::vector<std::string> panelNames();

/// Opens the window and returns when it is closed. Throws RunError where there is no display, and
/// InputError for a scenario at fault.
void runDemo(const DemoOptions& options);

}  // namespace gpubuck::demo
