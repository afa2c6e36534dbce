// The noise of pairs as this device computes it, without a fluid.
#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <vector>

#include "dpd/model/fluid.h"
#include "texel/map_pass.h"

namespace gpubuck::validation {

/// Draws the noise of triples of particles, step after step: shaders/validation/noise_draws.glsl.
class NoiseDraws {
 public:
  /// Triple i has the ids 3 i to 3 i + 2; the states of karpinski-sequence begin at random.
  NoiseDraws(const texel::Device& device, dpd::NoiseKind noise, std::int64_t triples,
             std::uint32_t seed = 1);

  /// Returns theta of the pairs (1,2), (1,3) and (2,3) of every triple in the present step, and
  /// advances to the next step.
  std::vector<glm::vec4> next();

  /// Returns the noise states of the three particles of every triple at the present step.
  std::vector<glm::vec4> states() const { return state_.download(); }

 private:
  texel::MapPass pass_;
  texel::Vec4Array theta_;
  texel::Vec4Array state_;
  texel::Vec4Array spareState_;
  std::uint32_t step_ = 0;
};

}  // namespace gpubuck::validation
