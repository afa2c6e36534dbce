// The fast engine's time step on a GPU, over particles that lie in buffers in the order of their
// cells.
#pragma once

#include <cstdint>

#include "dpd/buffer_step.h"
#include "dpd/cell_arrangement.h"
#include "dpd/particle_buffers.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Keeps particles in the order of their cells. Forces walk each row of cells as one stretch of
/// memory; who has moved is counted and linked in its new cell at once; one more pass brings the
/// particles into the order of their new cells.
///
/// Particles of a cell lie in the order of their ids, so that the order of every sum of forces
/// follows from positions and ids alone.
class OrderedStep : public BufferStep {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  OrderedStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
              std::int64_t particles);

  void setFluid(const Fluid& fluid) override { forceMove_.setFluid(fluid); }
  void setObstacle(const Obstacle& obstacle) override { forceMove_.setObstacle(obstacle); }
  void take(const ParticleArrays& from) override;
  /// In the order of their cells.
  void give(ParticleArrays& to) override;
  void run(std::int64_t step, int blockStep, const texel::Range& range) override;
  void finish() override;

 private:
  std::int64_t particles_;
  CellArrangement arrangement_;
  texel::BufferPass take_;
  MovePass<texel::BufferPass> forceMove_;
  texel::MapPass give_;
  ParticleBuffers present_;
};

}  // namespace gpubuck::dpd
