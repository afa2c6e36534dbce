// The timeline below the fluid: the kept states of its run, to which the user can return.
#pragma once

#include "demo/demo_state.h"
#include "demo/panels/room.h"

namespace gpubuck::demo {

/// Draws the timeline at the bottom of the room if there are states to return to, and goes to the
/// kept state nearest to the place where it is dragged. Returns its height in pixels including its
/// label, or 0 if it is not drawn.
float drawTimeline(DemoState& state, const Room& room);

}  // namespace gpubuck::demo
