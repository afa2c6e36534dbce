// The timeline below the fluid: the kept states of its run, to which the user can return.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// Draws the timeline between `left` and `right` at the bottom of the window if there are states to
/// return to, and goes to the kept state nearest to the place where it is dragged. Returns its
/// height in pixels including its label, or 0 if it is not drawn.
float drawTimeline(DemoState& state, float left, float right);

}  // namespace gpubuck::demo
