// Finds the place of a particle in memory. Reordering changes its place, but never its id.
#pragma once

#include <cstdint>
#include <optional>

#include "texel/scatter_pass.h"

namespace gpubuck::dpd {

/// Draws every particle as a point, and clips all but the one with the id.
class FindParticle {
 public:
  explicit FindParticle(const texel::Device& device);

  /// Returns the place of the particle with this id in arrays of the layout of ParticleState, or
  /// nothing if no particle has it. Waits for the GPU.
  std::optional<std::int64_t> run(const texel::Vec4Array& predicted, std::uint32_t id);

 private:
  texel::ScatterPass pass_;
  texel::IdArray found_;
};

}  // namespace gpubuck::dpd
