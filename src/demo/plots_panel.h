// What is measured in the fluid, over time.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// Temperature, pressure, energy and momentum, and the width of the mixing layer or the size of the
/// domains where the fluid has them: a plot each, with the latest value beside its name.
void drawPlotsPanel(DemoState& state);

}  // namespace gpubuck::demo
