// The fast engine's time step on a software renderer: lists of neighbours that last some steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/steps/buffer_step.h"
#include "dpd/steps/particle_buffers.h"
#include "texel/map_pass.h"
#include "texel/part_scan.h"

namespace gpubuck::dpd {

/// Keeps a Verlet list: of each particle all others that are nearer than the cut-off plus a skin.
/// The list is built again when a particle has moved by half the skin; until then no particle that
/// is not in it can come nearer than the cut-off. Particles are put into the order of their cells
/// whenever the list is built, and stay in their places until then.
///
/// Sums over neighbours are exact (shaders/dpd/sum_exact.glsl), so that it does not matter when the
/// list is built, nor in which order it is.
class VerletStep : public BufferStep {
 public:
  /// Cells in which neighbours can be listed; none for a box with sides of few cells, which has to
  /// do without lists, and for more particles or cells than buffers of `limits` can have lists of.
  static std::optional<cells::CellGrid> gridFor(const texel::ComputeLimits& limits,
                                                const cells::Box& box, std::int64_t particles);

  /// `lists` is of gridFor(), `grid` of the fluid. Throws RunError below OpenGL 4.3 or without GPU
  /// memory.
  VerletStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
             const cells::CellGrid& lists, std::int64_t particles);

  std::string particlesPrologue() const override;
  std::string neighboursPrologue(const Fluid& fluid) const override;
  std::vector<texel::Input> particles() override { return present_.texels(); }

  void run(std::int64_t step, int blockStep, const texel::Range& range) override;

  /// How often neighbours have been listed.
  std::int64_t listings() const { return listings_; }
  /// For each id those of the particles that its forces are summed over where they are near enough.
  /// Waits for the GPU.
  std::vector<std::vector<std::size_t>> downloadLists() const;

 protected:
  std::vector<texel::Input> plainNeighbours() override;
  void setForces(const Fluid& fluid) override { forceMove_.setFluid(fluid); }
  /// Puts the particles into the order of their cells and lists neighbours.
  void arrange() override;
  void arrangeMoved() override;
  void setObstacle(const Obstacle& obstacle) override { forceMove_.setObstacle(obstacle); }
  /// In the order of their ids.
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
  texel::UIntBuffer counts_;  ///< of all cells and a 0
  texel::UIntBuffer partSums_;
  texel::UIntBuffer cellOf_;  ///< of each particle, and how many of it were counted before
  texel::UIntBuffer start_;   ///< of each cell, and one more behind the last
  texel::UIntBuffer notes_;
  texel::UIntBuffer reference_;  ///< positions when the neighbours were listed
  texel::UIntBuffer isStale_;    ///< 1 once a particle has moved too far for the lists
  float farthestSquared_ = 0.0F;
  std::int64_t listings_ = 0;
};

}  // namespace gpubuck::dpd
