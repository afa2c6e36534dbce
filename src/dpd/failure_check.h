// Whether a particle of a fluid has failed, and the error that reports it.
#pragma once

#include <cstdint>

#include "dpd/model/clock.h"
#include "dpd/steps/step.h"
#include "texel/flag_counter.h"

namespace gpubuck::dpd {

/// Looks for particles that a step has held (shaders/dpd/force_move.glsl) or that are not finite.
class FailureCheck {
 public:
  FailureCheck(const texel::Device& device, const Neighbourhood& particles, std::int64_t count);

  /// Whether one of the particles has failed. Waits for the GPU.
  bool find(Neighbourhood& particles);

 private:
  texel::MapPass findFailed_;
  texel::IdArray failed_;
  texel::FlagCounter countFailed_;
};

/// Throws the RunError for the particle of `state` that failed first: it names the step, the
/// particle, the velocity that is too high or not finite, and the last position. `blockStep` is how
/// many steps the marks of particles count before `clock`.
[[noreturn]] void throwFailure(const ParticleState& state, const Clock& clock, int blockStep);

}  // namespace gpubuck::dpd
