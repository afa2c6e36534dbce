// A quantity of each particle that one pass computes from its neighbours and the next one reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dpd/steps/neighbourhood.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// The density at each particle: shaders/dpd/density.glsl, for force laws that need one. It has to
/// be there for all particles before the first one's forces are summed.
class Density {
 public:
  /// Throws RunError without GPU memory.
  Density(const texel::Device& device, const Fluid& fluid, const Neighbourhood& neighbourhood,
          std::int64_t particles);

  /// Whether it is that of the force law of `fluid`, which its coefficients do not change.
  bool isOf(const Fluid& fluid) const;
  /// Whether it is there for all particles.
  bool isWhole() const { return found_ == density_.count(); }
  /// Finds it for up to `particles` further particles, with what they read of their neighbours.
  /// Returns for how many.
  std::int64_t find(std::int64_t particles, const std::vector<texel::Input>& neighbours);
  /// The particles have moved or lie in another order: begins anew.
  void reset() { found_ = 0; }

  /// What shaders/dpd/density_of_particles.glsl reads.
  texel::Input input() const { return {"u_density", density_}; }

 private:
  std::string law_;  ///< the prologue of the force law
  texel::MapPass pass_;
  texel::Vec4Array density_;
  std::int64_t found_ = 0;
};

}  // namespace gpubuck::dpd
