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

/// Looks for failed particles. A particle has failed if a step has held it at its place
/// (shaders/dpd/force_move.glsl), or if its numbers are not finite.
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

/// Returns whether `velocity` (of a ParticleState) is finite and has no mark of a failure.
bool isSound(const glm::vec4& velocity);

/// Throws the RunError for a particle whose neighbours are too many for the loops of a software
/// renderer (shaders/texel/loops_ended.glsl).
[[noreturn]] void throwTooManyNeighbours(std::int64_t step, const std::string& particle);

/// Throws the RunError for the particle of `state` that failed first. The error names the step, the
/// particle, its last position and the reason: a velocity that is too high or not finite, too many
/// neighbours (throwTooManyNeighbours), or a bond that is too long or too short. The marks of
/// particles count steps from a certain step, which is `blockStep` steps before `clock`.
[[noreturn]] void throwFailure(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                               int blockStep);

/// Throws the RunError for a state without failed particles, but with a temperature that is not
/// finite. The error names a bond whose length is impossible; if there is none, it names the bond,
/// angle or pair of species with the strongest force.
[[noreturn]] void throwTooLarge(const Fluid& fluid, const ParticleState& state, const Clock& clock,
                                double temperature);

}  // namespace gpubuck::dpd
