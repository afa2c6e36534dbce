// The parameters of the fluid that take effect at once.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// Gravity and other drives, temperature, integrator, pair coefficients and noise.
void drawFluidControls(DemoState& state);

}  // namespace gpubuck::demo
