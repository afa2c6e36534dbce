// The effect of a jet and a lamp on the particles.
#pragma once

#include <memory>

#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/steps/step.h"

namespace gpubuck::dpd {

/// Changes particles by the jet and the lamp of their fluid at the beginning of a time step:
/// shaders/dpd/sources.glsl. The jet adds momentum; so does the lamp, by chance. A particle that
/// becomes another species keeps its velocity.
class SourcesPass {
 public:
  SourcesPass(Step& step, const Fluid& fluid);

  /// Acts for the time step that begins at `clock`.
  void run(const Fluid& fluid, const Clock& clock);

 private:
  std::unique_ptr<ParticleChange> change_;
};

}  // namespace gpubuck::dpd
