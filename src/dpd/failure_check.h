// Detects failed particles of a fluid, and reports them.
#pragma once

#include <cstdint>
#include <string>

#include "dpd/model/clock.h"
#include "dpd/steps/step.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// The number of steps after which a simulation looks for failed particles by itself.
inline constexpr int kBlockSteps = 64;

/// Looks for particles that a step has held (shaders/dpd/force_move.glsl) or that are not finite.
class FailureCheck {
 public:
  FailureCheck(const texel::Device& device, const Neighbourhood& particles, std::int64_t count);

  /// Returns whether one of the particles has failed. Waits for the GPU.
  bool find(Neighbourhood& particles);

 private:
  texel::MapPass findFailed_;
  texel::IdArray failed_;
  texel::FlagCounter countFailed_;
};

/// Returns whether a particle with this velocity (ParticleState) has not failed and is finite.
bool isSound(const glm::vec4& velocity);

/// Throws the RunError for a particle whose neighbours are too many for the loops of a software
/// renderer (shaders/texel/loops_ended.glsl).
[[noreturn]] void throwTooManyNeighbours(std::int64_t step, const std::string& particle);

/// Throws the RunError for the particle of `state` that failed first. It names the step, the
/// particle, its last position and the reason: a velocity that is too high or not finite; if the
/// velocity is 0, too many neighbours (throwTooManyNeighbours), or a bond that is too long or too
/// short. `blockStep` is the number of steps before `clock` from which the marks of particles
/// count.
[[noreturn]] void throwFailure(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                               int blockStep);

/// Throws the RunError for a state without failed particles whose temperature is not finite: it
/// names a bond whose length is impossible, or else the bond, angle or pair of species with the
/// strongest force.
[[noreturn]] void throwTooLarge(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                                double temperature);

}  // namespace gpubuck::dpd
