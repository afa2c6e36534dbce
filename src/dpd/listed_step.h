// The fast engine's time step on a software renderer: lists of neighbours that last some steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cells/cell_grid.h"
#include "dpd/buffer_step.h"
#include "dpd/particle_buffers.h"
#include "sort/part_scan.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// The unit of exact sums of forces (shaders/dpd/force_sum.glsl): a power of two such that a sum
/// can be 32,768 times the largest force of a pair, and is exact to a 2^25th of that.
float forceUnit(const Fluid& fluid);

/// Notes for each particle all others that are nearer than the cut-off and a skin, and walks these
/// notes until a particle has moved by half the skin: before that, none that is not noted can have
/// come nearer than the cut-off. Particles are put into the order of their cells whenever notes are
/// made, and stay in their places until then.
///
/// Sums of forces are exact (shaders/dpd/force_sum.glsl), so that it does not matter when notes are
/// made, nor in which order.
class ListedStep : public BufferStep {
 public:
  /// Cells in which neighbours can be listed; none for a box with sides of few cells, which has to
  /// do without lists, and for more particles or cells than buffers of `limits` can have lists of.
  static std::optional<cells::CellGrid> gridFor(const texel::ComputeLimits& limits,
                                                const cells::Box& box, std::int64_t particles);

  /// `lists` is of gridFor(), `grid` of the fluid. Throws RunError below OpenGL 4.3 or without GPU
  /// memory.
  ListedStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
             const cells::CellGrid& lists, std::int64_t particles);

  void setFluid(const Fluid& fluid) override { forceMove_.setFluid(fluid); }
  void setObstacle(const Obstacle& obstacle) override { forceMove_.setObstacle(obstacle); }
  void take(const ParticleArrays& from) override;
  /// In the order of their ids.
  void give(ParticleArrays& to) override;
  void run(std::int64_t step, int blockStep, const texel::Range& range) override;
  void finish() override;

  /// How often neighbours have been listed.
  std::int64_t listings() const { return listings_; }
  /// For each id those of the particles that its forces are summed over where they are near enough.
  /// Waits for the GPU.
  std::vector<std::vector<std::size_t>> downloadLists() const;

 private:
  /// The passes that put particles into the order of their cells, from textures or from buffers.
  struct Arrange {
    Arrange(const texel::Device& device, const cells::CellGrid& lists, const sort::PartScan& scan,
            std::int64_t particles, const std::string& source);

    texel::BufferPass count;
    texel::BufferPass place;
  };

  /// Puts the particles of `inputs` into moved_, makes them the present ones and lists neighbours.
  void list(Arrange& arrange, const std::vector<texel::Input>& inputs);

  std::int64_t particles_;
  std::int64_t cells_;
  sort::PartScan scan_;
  Arrange take_;
  Arrange rearrange_;
  texel::BufferPass list_;
  MovePass<texel::BufferPass> forceMove_;
  texel::MapPass give_;
  ParticleBuffers present_;
  ParticleBuffers moved_;
  texel::UIntBuffer counts_;  ///< of all cells and a 0
  texel::UIntBuffer partSums_;
  texel::UIntBuffer cellOf_;  ///< of each particle, and how many of it were counted before
  texel::UIntBuffer start_;   ///< of each cell, and one more behind the last
  texel::UIntBuffer notes_;
  texel::UIntBuffer reference_;  ///< positions when the neighbours were listed
  texel::UIntBuffer place_;      ///< of each id
  texel::UIntBuffer isStale_;    ///< 1 once a particle has moved too far for the lists
  std::int64_t listings_ = 0;
};

}  // namespace gpubuck::dpd
