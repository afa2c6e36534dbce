// Screenshots and films.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

void drawRecordingPanel(DemoState& state);

}  // namespace gpubuck::demo
