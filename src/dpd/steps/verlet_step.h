// The fast engine's time step on a software renderer, with a Verlet list that serves several steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/steps/buffer_step.h"
#include "dpd/steps/passes.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"

namespace gpubuck::dpd {

/// Keeps a Verlet list. For each particle, it has all other particles that are nearer than the
/// cut-off plus a skin. The list is rebuilt when a particle has moved by half the skin; until then
/// no particle outside the list can come nearer than the cut-off. Particles are put into the order
/// of their cells whenever the list is built, and stay in their places until then.
///
/// Sums over neighbours are exact (shaders/dpd/sum_exact.glsl), so that neither the time of a
/// rebuild nor the order of the list matters.
class VerletStep : public BufferStep {
 public:
  /// Returns the cells in which neighbours can be listed, or an empty optional if a side has too
  /// few cells, or if buffers within `limits` cannot hold the particles or cells.
  static std::optional<cells::CellGrid> gridFor(const texel::ComputeLimits& limits,
                                                const cells::Box& box, std::int64_t particles);

  /// `lists` is a result of gridFor(), `grid` is the grid of the fluid. Throws RunError below
  /// OpenGL 4.3 or without GPU memory.
  VerletStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
             const cells::CellGrid& lists, std::int64_t particles);

  std::string particlesPrologue() const override;
  std::string neighboursPrologue(const Fluid& fluid) const override;
  std::vector<texel::Input> particles() override { return present_.texels(); }

  void run(const Clock& clock, int blockStep, const texel::Range& range) override;

  /// Returns the number of times that the list has been built.
  std::int64_t listings() const { return listings_; }
  /// Returns, for the particle of each id, the ids of the particles in its list. Waits for the GPU.
  std::vector<std::vector<std::size_t>> downloadLists() const;

 protected:
  std::vector<texel::Input> plainNeighbours() override;
  void setForces(const Fluid& fluid) override { forceMove_.setFluid(fluid); }
  /// Puts the particles into the order of their cells, and builds the Verlet list.
  void arrange() override;
  void arrangeMoved() override;
  void setSolids(const std::vector<Solid>& solids) override { forceMove_.setSolids(solids); }
  /// These three functions give the particles in the order of their ids.
  texel::MapPassInfo giveInfo() const override;
  std::vector<texel::Input> givenParticles() override;
  ParticleState inGivenOrder(ParticleState state) const override;

 private:
  std::int64_t cells_;
  texel::PartScan scan_;
  texel::BufferPass count_;
  texel::BufferPass place_;
  texel::BufferPass list_;
  MovePass<texel::BufferPass> forceMove_;
  ParticleBuffers moved_;
  texel::UIntBuffer counts_;  ///< number of particles of each cell, followed by a 0
  texel::UIntBuffer partSums_;
  texel::UIntBuffer cellOf_;  ///< for each particle its cell, and the number of particles that were
                              ///< counted in this cell before it
  texel::UIntBuffer start_;   ///< first place of each cell, followed by the number of particles
  texel::UIntBuffer notes_;
  texel::UIntBuffer reference_;  ///< positions when the neighbours were listed
  texel::UIntBuffer isStale_;    ///< 1 once a particle has moved too far for the lists
  float farthestSquared_ = 0.0F;
  std::int64_t listings_ = 0;
};

}  // namespace gpubuck::dpd
