// A quantity of each particle that one pass computes from its neighbours and the next one reads.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec4.hpp>
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

  /// Takes over what may change while a fluid runs; the law of `fluid` needs a density. Discards
  /// all densities if they change.
  void setFluid(const Fluid& fluid);
  /// Returns whether all particles have their density.
  bool isWhole() const { return found_ == density_.count(); }
  /// Finds the density of up to `particles` further particles from the inputs `neighbours`. Returns
  /// their number.
  std::int64_t find(std::int64_t particles, const std::vector<texel::Input>& neighbours);
  /// Discards all densities; call it after particles have moved or been reordered.
  void reset() { found_ = 0; }

  /// Returns the input of shaders/dpd/density_of_particles.glsl.
  texel::Input input() const { return {"u_density", density_}; }
  /// x: the density at each particle.
  const texel::Vec4Array& array() const { return density_; }

 private:
  void setUniforms(const Fluid& fluid);

  std::function<texel::MapPass(const Fluid&)> make_;
  std::string law_;   ///< the prologue of the force law
  glm::vec4 shared_;  ///< PairLaw::shared
  texel::MapPass pass_;
  texel::Vec4Array density_;
  std::int64_t found_ = 0;
};

}  // namespace gpubuck::dpd
