// Where the panels are in the window, and what room they leave to the fluid.
#pragma once

#include "demo/demo_state.h"
#include "demo/fluid_view.h"

namespace gpubuck::demo {

/// Draws all panels of the present ImGui frame: controls on the left, measurements on the right,
/// the fluid between them with its name and speed above and messages below; further panels float.
/// `pixels`: the size of the window's framebuffer. Returns the place of the fluid.
PictureArea drawLayout(DemoState& state, const glm::ivec2& pixels);

}  // namespace gpubuck::demo
