// A quantity of each particle that one pass computes from its neighbours and the next one reads.
#pragma once

#include <cstdint>

#include "dpd/neighbourhood.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// The density at each particle: shaders/dpd/density.glsl, for force laws that need one. It has to
/// be there for all particles before the first one's forces are summed.
class Density {
 public:
  /// Throws RunError without GPU memory.
  Density(const texel::Device& device, const Fluid& fluid, const Neighbourhood& neighbourhood,
          std::int64_t particles);

  /// Finds it for up to `particles` further particles. Returns for how many: 0 if there are no
  /// more.
  std::int64_t find(std::int64_t particles, Neighbourhood& neighbourhood);
  /// The particles have moved or lie in another order: begins anew.
  void reset() { found_ = 0; }

  /// What shaders/dpd/density_of_particles.glsl reads.
  texel::Input input() const { return {"u_density", density_}; }

 private:
  texel::MapPass pass_;
  texel::Vec4Array density_;
  std::int64_t found_ = 0;
};

}  // namespace gpubuck::dpd
