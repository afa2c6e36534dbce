// Where a particle lies in memory, which reordering changes; its id stays.
#pragma once

#include <cstdint>
#include <optional>

#include "texel/scatter_pass.h"

namespace gpubuck::dpd {

/// Every particle is a point; the one with the id is drawn.
class FindParticle {
 public:
  explicit FindParticle(const texel::Device& device);

  /// The place of the particle with this id in arrays of the layout of ParticleState; none where
  /// there is no such. Waits for the GPU.
  std::optional<std::int64_t> run(const texel::Vec4Array& predicted, std::uint32_t id);

 private:
  texel::ScatterPass pass_;
  texel::IdArray found_;
};

}  // namespace gpubuck::dpd
