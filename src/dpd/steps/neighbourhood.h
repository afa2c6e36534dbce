// How a shader body reads particles and their neighbours, whatever step moves them.
#pragma once

#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/model/fluid.h"
#include "texel/pass.h"

namespace gpubuck::dpd {

/// Particles where they lie, for bodies that are compiled against it: each implementation supplies
/// the same GLSL functions from other files. A body that moves, measures or changes particles is so
/// written once, and runs in place on each kind of step.
class Neighbourhood {
 public:
  explicit Neighbourhood(const cells::CellGrid& grid) : grid_(grid) {}
  Neighbourhood(const Neighbourhood&) = delete;
  Neighbourhood& operator=(const Neighbourhood&) = delete;
  virtual ~Neighbourhood() = default;

  /// The cells in which neighbours are defined.
  const cells::CellGrid& grid() const { return grid_; }

  /// The GLSL of bodies that read particles one by one: positionOf(i), velocityOf(i) and
  /// predictedOf(i), as in ParticleState.
  virtual std::string particlesPrologue() const = 0;
  /// The GLSL of bodies that visit neighbours (shaders/dpd/pair_terms.glsl): in addition the grid,
  /// neighbourPositionAt(place) and its like, how neighbours are walked, and how what they add is
  /// summed; constants and noise of `fluid`.
  virtual std::string neighboursPrologue(const Fluid& fluid) const = 0;
  /// The buffers that either of them reads.
  virtual std::vector<texel::Block> blocks() const { return {}; }

  /// What particlesPrologue() reads of the present particles.
  virtual std::vector<texel::Input> particles() = 0;
  /// What neighboursPrologue() reads of them; sorts them if that has to be done first.
  virtual std::vector<texel::Input> neighbours() = 0;

 private:
  cells::CellGrid grid_;
};

}  // namespace gpubuck::dpd
