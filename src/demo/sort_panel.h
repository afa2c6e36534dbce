// How the particles are sorted into the cells.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

void drawSortPanel(DemoState& state);

}  // namespace gpubuck::demo
