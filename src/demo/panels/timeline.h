// The strip below the fluid: the states that are kept of its run, and how one goes back to them.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// Draws it where there is something to go back to, between `left` and `right` at the bottom of the
/// window, and goes to the kept state that is nearest to where it is dragged. Returns the
/// height of it and of what it says above, pixels; 0 where there is none.
float drawTimeline(DemoState& state, float left, float right);

}  // namespace gpubuck::demo
