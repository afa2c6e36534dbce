// The effect of a jet and a lamp in the passes that move and measure particles.
#pragma once

#include <string>

#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// Returns the GLSL that selects shaders/dpd/sources.glsl, or an empty string, so that a fluid
/// without a jet and a lamp pays nothing for them.
std::string sourcesPrologue(const Fluid& fluid);

/// Sets the jet and the lamp for the time step that begins at `clock`, in a pass with the prologue
/// of a fluid that has one. The jet adds momentum; so does the lamp, by chance. A particle that
/// becomes another species at the end of the step keeps its velocity.
void setSources(texel::Pass& pass, const Fluid& fluid, const Clock& clock);

}  // namespace gpubuck::dpd
