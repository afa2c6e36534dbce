// The timeline below the fluid: the kept states of its run, to which the user can return.
#pragma once

#include "demo/ui/demo_state.h"
#include "demo/widgets/layout.h"

namespace gpubuck::demo {

/// Draws the timeline at the bottom of the work area if there are states to return to, and goes to
/// the kept state nearest to the place where it is dragged. Returns its height in pixels including
/// its label, or 0 if it is not drawn.
float drawTimeline(DemoState& state, const WorkArea& free);

}  // namespace gpubuck::demo
