// The fast engine's time step on a GPU. Particles lie in buffers, in the order of their cells.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/number.h"
#include "cells/cell_grid.h"
#include "dpd/steps/batch.h"
#include "dpd/steps/buffer_step.h"
#include "dpd/steps/passes.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// The layout of a buffer that counts the particles of each cell, of each part (`share` cells) and
/// of each block (`share` parts). From these counters a pass finds the start of a cell by itself,
/// so that no pass is needed for a prefix sum (shaders/dpd/cell_counters.glsl).
struct CellCounters {
  explicit CellCounters(std::int64_t cellCount);

  static constexpr std::int64_t kMostBlocks =
      2048;  ///< a limit, since each work group adds up the counters of all blocks

  std::int64_t cells;
  std::int64_t share = 16;  ///< number of cells in a part, and of parts in a block; a power of two
  std::int64_t parts;
  std::int64_t blocks;  ///< at most kMostBlocks

  /// Returns the number of counters, which must be 0 before particles are counted.
  std::int64_t count() const { return inFours(inFours(inFours(cells) + parts) + blocks); }
  /// Returns the size of the buffer: the counters, the last linked particle of each cell, and
  /// padding, since sums read past the end.
  std::int64_t words() const { return inFours(count() + cells) + share; }
  /// Returns the GLSL constants of this layout.
  std::string prologue() const;

 private:
  static std::int64_t inFours(std::int64_t numbers) { return 4 * divideUp(numbers, 4); }
};

/// Arranges particles by cell, and within a cell by id. The first pass counts the particles of each
/// cell and links them in a list (shaders/dpd/ordered_count.glsl). The second pass finds the place
/// of each particle (shaders/dpd/ordered_arrange.glsl). There are only two passes, because in a
/// small fluid starting a pass takes longer than its work.
class CellArrangement {
 public:
  /// Numbers per particle in the longest buffer, which holds position, predicted velocity and
  /// velocity.
  static constexpr std::int64_t kNumbersOfParticle = 12;

  /// `grid` has the cells of the fluid. In a batch, each fluid has cells of its own by this grid.
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  CellArrangement(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles,
                  const Batch* batch);

  /// Returns `info` with the outputs and constants of a pass that counts particles.
  texel::BufferPassInfo withCounts(const texel::Device& device, texel::BufferPassInfo info) const;
  /// Runs a counting pass over a range of particles. Each particle must be counted once before
  /// arrange().
  void count(texel::BufferPass& pass, const texel::Range& range,
             const std::vector<texel::Input>& inputs);
  /// Puts the counted particles into `to`.
  void arrange(ParticleBuffers& to);

  /// Returns, for each cell, the place of its first particle, followed by the number of all
  /// particles.
  const texel::UIntBuffer& start() const { return start_; }

 private:
  std::int64_t particles_;
  const Batch* batch_;  ///< or null
  CellCounters counters_;
  texel::BufferPass arrange_;
  texel::UIntBuffer start_;
  texel::UIntBuffer moved_;  ///< kNumbersOfParticle numbers per particle
  texel::UIntBuffer links_;
  std::array<texel::UIntBuffer, 2> cells_;  ///< the buffers alternate: one is cleared while the
                                            ///< other is read
  std::size_t counting_ = 0;                ///< index of the buffer in use for counting
  bool countersAreZero_ = false;            ///< in this buffer; arrange() clears the other buffer
};

/// Keeps particles in the order of their cells. The force pass walks each row of cells as one
/// stretch of memory, and also counts and links each moved particle in its new cell. One more pass
/// brings the particles into the order of their new cells.
///
/// Particles of a cell lie in the order of their ids, so that the order of every sum of forces
/// follows from positions and ids alone.
class OrderedStep : public BufferStep {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  OrderedStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
              std::int64_t particles)
      : OrderedStep(device, fluid, grid, particles, nullptr) {}
  /// The step of all fluids of a batch. `batch` must stay at its address and outlive this object.
  /// Only take(), download(), prepare(), begin(), run(), finish() and the functions of a
  /// Neighbourhood may be called. The clock passed to run() counts the steps of the batch.
  OrderedStep(const texel::Device& device, const cells::CellGrid& grid, const Batch& batch)
      : OrderedStep(device, batch.forShaders(), grid, batch.particles(), &batch) {}

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
  /// These two functions give the particles in the order of their cells.
  texel::MapPassInfo giveInfo() const override;
  std::vector<texel::Input> givenParticles() override { return present_.inputs(); }

 private:
  OrderedStep(const texel::Device& device, const Fluid& fluid, const cells::CellGrid& grid,
              std::int64_t particles, const Batch* batch);

  const Batch* batch_;  ///< or null
  CellArrangement arrangement_;
  texel::BufferPass take_;
  MovePass<texel::BufferPass> forceMove_;
};

}  // namespace gpubuck::dpd
