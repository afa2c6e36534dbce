// What the colours of the particles mean.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// A coloured square before the next item on the line.
void drawSwatch(const glm::vec3& colour);

/// The legend of the present colouring; of species nothing, for each has its own name.
void drawColourLegend(const DemoState& state);

}  // namespace gpubuck::demo
