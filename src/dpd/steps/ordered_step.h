// The fast engine's time step on a GPU, over particles that lie in buffers in the order of their
// cells.
#pragma once

#include <cstdint>

#include "dpd/steps/buffer_step.h"
#include "dpd/steps/cell_arrangement.h"
#include "dpd/steps/particle_buffers.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Keeps particles in the order of their cells. The force pass walks each row of cells as one
/// stretch of memory, and at once counts and links each moved particle in its new cell. One more
/// pass brings the particles into the order of their new cells.
///
/// Particles of a cell lie in the order of their ids, so that the order of every sum of forces
/// follows from positions and ids alone.
class OrderedStep : public BufferStep {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  OrderedStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
              std::int64_t particles);

  std::string particlesPrologue() const override;
  std::string neighboursPrologue(const Fluid& fluid) const override;
  std::vector<texel::Block> blocks() const override;
  std::vector<texel::Input> particles() override;
  void run(const Clock& clock, int blockStep, const texel::Range& range) override;

 protected:
  std::vector<texel::Input> plainNeighbours() override { return particles(); }
  void setForces(const Fluid& fluid) override { forceMove_.setFluid(fluid); }
  void arrange() override;
  void arrangeMoved() override { arrangement_.arrange(present_); }
  void setSolids(const std::vector<Solid>& solids) override { forceMove_.setSolids(solids); }
  /// The particles in the order of their cells.
  texel::MapPassInfo giveInfo() const override;
  std::vector<texel::Input> givenParticles() override { return present_.inputs(); }

 private:
  CellArrangement arrangement_;
  texel::BufferPass take_;
  MovePass<texel::BufferPass> forceMove_;
};

}  // namespace gpubuck::dpd
