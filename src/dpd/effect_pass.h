// An effect that is applied before a time step: what a user's pointer does to the fluid.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "dpd/model/clock.h"
#include "dpd/steps/step.h"
#include "texel/map_pass.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// Applies an effect to the present particles: shaders/dpd/apply_effect.glsl. What accelerates is
/// an external force: the fluid takes up momentum if its particles are not spread evenly around the
/// middle. A particle that becomes another species keeps its velocity.
class EffectPass {
 public:
  EffectPass(const texel::Device& device, const Fluid& fluid, Step& step, std::int64_t count);

  /// Changes the step's particles by the time step that begins at `clock`. For an effect that
  /// couples it waits for the GPU, and the first one allocates memory. Throws InputError for an
  /// effect with a fault, and for one that moves particles elsewhere, which only a step can do.
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
