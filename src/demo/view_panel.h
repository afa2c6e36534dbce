// How the fluid is looked at.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

void drawViewPanel(DemoState& state);

}  // namespace gpubuck::demo
