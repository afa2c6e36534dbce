// The windows over the fluid: the algorithm explained, textures, gallery, help.
#pragma once

#include "demo/ui/demo_state.h"

namespace gpubuck::demo {

/// Draws the open floating panels. A panel that opens is placed, with at least its least width,
/// where it covers neither an open panel nor the picked particle: over the fluid, which is between
/// `left` and `right`, or else over the panels at the side. Without room it replaces the panels
/// that it would cover. `area` is the place of the fluid.
void drawFloatingPanels(DemoState& state, float left, float right, const PictureArea& area);

}  // namespace gpubuck::demo
