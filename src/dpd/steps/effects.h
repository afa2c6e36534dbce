// The effects on a fluid in the passes that apply them.
#pragma once

#include <string>
#include <vector>

#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// Returns the effects that the move of a step applies: all but those that couple, which need a sum
/// over the particles before (EffectPass).
std::vector<Effect> effectsOfMove(const Fluid& fluid);

/// Returns the GLSL that brings as many effects into a body that includes effects.glsl; an empty
/// string for none, so that a fluid without effects pays nothing for them.
std::string effectsPrologue(const std::vector<Effect>& effects);

/// Sets effects for the time step that begins at `clock`, in a pass with the prologue of as many.
/// Effects that accelerate add momentum; heat does so by chance. A particle that becomes another
/// species at the end of the step keeps its velocity. `mean`: of the velocities that a coupling is
/// relative to.
void setEffects(texel::Pass& pass, const std::vector<Effect>& effects, const cells::Box& box,
                const Clock& clock, const glm::vec3& mean = glm::vec3(0.0F));

}  // namespace gpubuck::dpd
