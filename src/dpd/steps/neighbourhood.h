// The access of a shader body to particles and their neighbours, for every kind of step, and
// quantities of each particle that one pass computes from its neighbours and the next pass reads.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/model/fluid.h"
#include "texel/map_pass.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// The order of particles in memory, for the bodies of passes: each kind of step supplies the same
/// GLSL functions from files of its own. A body that moves, measures or changes particles is thus
/// written once, and runs in place on each kind of step.
class Neighbourhood {
 public:
  explicit Neighbourhood(const cells::CellGrid& grid) : grid_(grid) {}
  Neighbourhood(const Neighbourhood&) = delete;
  Neighbourhood& operator=(const Neighbourhood&) = delete;
  virtual ~Neighbourhood() = default;

  /// Returns the cells in which neighbours are defined.
  const cells::CellGrid& grid() const { return grid_; }

  /// Returns the GLSL for bodies that read particles one by one: positionOf(i), velocityOf(i) and
  /// predictedOf(i), as in ParticleState.
  virtual std::string particlesPrologue() const = 0;
  /// Returns the GLSL for bodies that visit neighbours (shaders/dpd/pair_terms.glsl): also the
  /// grid, neighbourPositionAt(place) and its relatives, the walk over neighbours and the sum of
  /// their contributions, and constants and noise of `fluid`.
  virtual std::string neighboursPrologue(const Fluid& fluid) const = 0;
  /// Returns the buffers that both prologues read.
  virtual std::vector<texel::Block> blocks() const { return {}; }

  /// Returns the inputs of particlesPrologue() for the present particles.
  virtual std::vector<texel::Input> particles() = 0;
  /// Returns the inputs of neighboursPrologue() for the present particles; sorts them first if
  /// necessary.
  virtual std::vector<texel::Input> neighbours() = 0;

 private:
  cells::CellGrid grid_;
};

/// The density at each particle: shaders/dpd/density.glsl, for force laws that need it. It must be
/// complete for all particles before the first force is summed.
class Density {
 public:
  /// Throws RunError without GPU memory.
  Density(const texel::Device& device, const Fluid& fluid, const Neighbourhood& neighbourhood,
          std::int64_t particles);

  /// Takes over the values that may change while a fluid runs; the law of `fluid` needs a density.
  /// Discards all densities if they change.
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
  /// Returns the density at each particle in x.
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
