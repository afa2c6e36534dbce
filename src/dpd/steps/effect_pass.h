// The effects on a fluid in the passes that apply them: in the move of a step, and before the move
// for a user's pointer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/steps/step.h"
#include "texel/map_pass.h"
#include "texel/pass.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Returns the effects that the move of a step applies: all except effects that couple, which need
/// a sum over the particles first (EffectPass).
std::vector<Effect> effectsOfMove(const Fluid& fluid);

/// Returns the GLSL that brings this number of effects into a body that includes effects.glsl, or
/// an empty string without effects, so that such a fluid pays nothing for them.
std::string effectsPrologue(const std::vector<Effect>& effects);

/// Sets effects for the time step that begins at `clock`, in a pass with the prologue for the same
/// number. Effects that accelerate add momentum; heat adds random momentum. A particle that becomes
/// another species at the end of the step keeps its velocity. `mean` is the mean velocity, to which
/// a coupling is relative.
void setEffects(texel::Pass& pass, const std::vector<Effect>& effects, const cells::Box& box,
                const Clock& clock, const glm::vec3& mean = glm::vec3(0.0F));

/// Applies an effect to the present particles: shaders/dpd/apply_effect.glsl. An effect that
/// accelerates is an external force: the fluid takes up momentum if its particles are not spread
/// evenly around the middle. A particle that becomes another species keeps its velocity.
class EffectPass {
 public:
  EffectPass(const texel::Device& device, const Fluid& fluid, Step& step, std::int64_t count);

  /// Changes the step's particles by the time step that begins at `clock`. For an effect that
  /// couples it waits for the GPU, and the first such effect allocates memory. Throws InputError
  /// for an effect with a fault, and for an effect that moves particles elsewhere, which only a
  /// step can do.
  void run(const Effect& effect, const Fluid& fluid, const Clock& clock);

 private:
  /// Finds the mean velocity of an effect that couples.
  struct Mean {
    Mean(const texel::Device& device, const Fluid& fluid, const Step& step, std::int64_t count);

    texel::MapPass share;
    texel::Vec4Array shares;
    texel::Sum sum;
  };

  const texel::Device* device_;
  Step* step_;
  std::int64_t count_;
  std::unique_ptr<ParticleChange> change_;
  std::optional<Mean> mean_;
};

}  // namespace gpubuck::dpd
