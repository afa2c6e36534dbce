// Gives shader bodies access to particles and their neighbours, for every kind of step. Also finds
// the density at each particle: one pass computes it from the particle's neighbours, and the next
// pass reads it.
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

/// Gives the bodies of passes access to particles, whatever their order in memory. Each kind of
/// step supplies the same GLSL functions, from its own files. A body that moves, measures or
/// changes particles is thus written once, and runs on each kind of step without copying particles.
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
  /// Returns the GLSL for bodies that also visit neighbours (shaders/dpd/pair_terms.glsl). In
  /// addition to particlesPrologue() it has the grid, neighbourPositionAt(place) and similar
  /// functions, the walk over neighbours, the sum of their contributions, and the constants and
  /// noise of `fluid`.
  virtual std::string neighboursPrologue(const Fluid& fluid) const = 0;
  /// Returns the buffers that both prologues read.
  virtual std::vector<texel::Block> blocks() const { return {}; }

  /// Returns the inputs of particlesPrologue() for the present particles.
  virtual std::vector<texel::Input> particles() = 0;
  /// Returns the inputs of neighboursPrologue() for the present particles. Sorts the particles
  /// first if necessary.
  virtual std::vector<texel::Input> neighbours() = 0;

 private:
  cells::CellGrid grid_;
};

/// The density at each particle, for force laws that need it (shaders/dpd/density.glsl). The
/// densities at all particles must have been computed before the first force is summed.
class Density {
 public:
  /// Throws RunError without GPU memory.
  Density(const texel::Device& device, const Fluid& fluid, const Neighbourhood& neighbourhood,
          std::int64_t particles);

  /// Takes from `fluid`, whose law must need a density, the values that may change during a run. If
  /// these values have changed, discards all densities.
  void setFluid(const Fluid& fluid);
  /// Returns whether the density at each particle has been computed.
  bool isWhole() const { return found_ == density_.count(); }
  /// Computes the density at up to `particles` further particles from the inputs `neighbours`, and
  /// returns the number of these particles.
  std::int64_t find(std::int64_t particles, const std::vector<texel::Input>& neighbours);
  /// Discards all densities. Call this function after particles have moved or been reordered.
  void reset() { found_ = 0; }

  /// Returns the input of shaders/dpd/density_of_particles.glsl.
  texel::Input input() const { return {"u_density", density_}; }
  /// Returns the array of densities: the x of each element is the density at a particle.
  const texel::Vec4Array& array() const { return density_; }

 private:
  void setUniforms(const Fluid& fluid);

  std::function<texel::MapPass(const Fluid&)> make_;
  std::string law_;   ///< prologue of the force law for which pass_ is compiled
  glm::vec4 shared_;  ///< PairLaw::shared
  texel::MapPass pass_;
  texel::Vec4Array density_;
  std::int64_t found_ = 0;
};

}  // namespace gpubuck::dpd
