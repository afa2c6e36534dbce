// The passes that apply effects to a fluid. The move of a step applies the effects of the fluid; a
// pass before the step applies effects of the kind Couple, and the effect of a user's pointer.
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

/// Returns the effects that the move of a step applies. These are all effects except the kind
/// Couple, which needs a sum over the particles first (EffectPass).
std::vector<Effect> effectsOfMove(const Fluid& fluid);

/// Returns the GLSL that brings these effects into a body that includes effects.glsl. The text
/// depends only on the number of the effects, and on whether one of them is of the kind Move.
/// Returns an empty string without effects, so that a fluid without effects pays nothing for them.
std::string effectsPrologue(const std::vector<Effect>& effects);

/// Sets the effects for the time step that begins at `clock`, in a pass with the effectsPrologue()
/// of these effects. Effects that accelerate add momentum; heat adds random momentum. A particle
/// that becomes another species at the end of the step keeps its velocity. `mean` is the velocity
/// relative to which the friction of a Couple acts.
void setEffects(texel::Pass& pass, const std::vector<Effect>& effects, const cells::Box& box,
                const Clock& clock, const glm::vec3& mean = glm::vec3(0.0F));

/// Applies an effect to the present particles: shaders/dpd/apply_effect.glsl. An effect that
/// accelerates is an external force. It changes the momentum of the fluid if particles are not
/// spread evenly around the middle of the effect. A particle that becomes another species keeps its
/// velocity.
class EffectPass {
 public:
  EffectPass(const texel::Device& device, const Fluid& fluid, Step& step, std::int64_t count);

  /// Applies the effect to the present particles, for the time step that begins at `clock`. For an
  /// effect of the kind Couple, this function waits for the GPU, and the first Couple allocates
  /// memory. Throws InputError for an effect with a fault, and for the kind Move, which only a step
  /// can apply.
  void run(const Effect& effect, const Fluid& fluid, const Clock& clock);

 private:
  /// Finds the mean velocity for an effect of the kind Couple.
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
