// The access of a shader body to particles and their neighbours, for every kind of step.
#pragma once

#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/model/fluid.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// Particles where they lie, for bodies that are compiled against it: each implementation supplies
/// the same GLSL functions from other files. A body that moves, measures or changes particles is
/// thus written once, and runs in place on each kind of step.
class Neighbourhood {
 public:
  explicit Neighbourhood(const cells::CellGrid& grid) : grid_(grid) {}
  Neighbourhood(const Neighbourhood&) = delete;
  Neighbourhood& operator=(const Neighbourhood&) = delete;
  virtual ~Neighbourhood() = default;

  /// The cells in which neighbours are defined.
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

}  // namespace gpubuck::dpd
