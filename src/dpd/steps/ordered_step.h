// The fast engine's time step on a GPU, over particles that lie in buffers and are arranged there
// in the order of their cells.
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

/// Counters of the particles per cell, per part of cells and per block of parts. From these
/// counters a pass finds the start of a cell, without another pass
/// (shaders/dpd/cell_counters.glsl).
struct CellCounters {
  explicit CellCounters(std::int64_t cellCount);

  static constexpr std::int64_t kMostBlocks =
      2048;  ///< limited by the sum over blocks in each work group

  std::int64_t cells;
  std::int64_t share = 16;  ///< cells of a part, and parts of a block: a power of two
  std::int64_t parts;
  std::int64_t blocks;  ///< at most kMostBlocks

  /// Returns the number of counters, which must be 0 before particles are counted.
  std::int64_t count() const { return inFours(inFours(inFours(cells) + parts) + blocks); }
  /// Returns the size of the buffer: the counters, the particle linked last per cell, and padding
  /// for reads of sums past the end.
  std::int64_t words() const { return inFours(count() + cells) + share; }
  /// Returns the constants of the shaders.
  std::string prologue() const;

 private:
  static std::int64_t inFours(std::int64_t numbers) { return 4 * divideUp(numbers, 4); }
};

/// Arranges particles by cell, and within a cell by id. The first pass counts the particles and
/// links those of each cell (shaders/dpd/ordered_count.glsl), the second pass finds their places
/// (shaders/dpd/ordered_arrange.glsl). There are only two passes, since in a small fluid a pass
/// costs more than its work.
class CellArrangement {
 public:
  /// Numbers per particle in the longest of its buffers: position, predicted velocity and velocity.
  static constexpr std::int64_t kNumbersOfParticle = 12;

  /// Each fluid of a batch has the cells of `grid`. Throws RunError below OpenGL 4.3 or without
  /// GPU memory.
  CellArrangement(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles,
                  const Batch* batch);

  /// Returns `info` with the outputs and constants of a pass that counts particles.
  texel::BufferPassInfo withCounts(const texel::Device& device, texel::BufferPassInfo info) const;
  /// Runs a counting pass over a range; all particles must be counted once before arrange().
  void count(texel::BufferPass& pass, const texel::Range& range,
             const std::vector<texel::Input>& inputs);
  /// Puts the counted particles into `to`.
  void arrange(ParticleBuffers& to);

  /// Returns the start of each cell among them, followed by their number.
  const texel::UIntBuffer& start() const { return start_; }

 private:
  std::int64_t particles_;
  const Batch* batch_;  ///< or null
  CellCounters counters_;
  texel::BufferPass arrange_;
  texel::UIntBuffer start_;
  texel::UIntBuffer moved_;  ///< kNumbersOfParticle of each particle
  texel::UIntBuffer links_;
  std::array<texel::UIntBuffer, 2> cells_;  ///< used in turns: one buffer is cleared while the
                                            ///< other is read
  std::size_t counting_ = 0;                ///< index of the buffer that counts
  bool countersAreZero_ = false;            ///< arrange() clears the next buffer
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
  /// The step of all fluids of a batch, which must stay where it is in memory. Only take(),
  /// download(), prepare(), begin(), run(), finish() and the functions of a Neighbourhood may be
  /// called, with a clock that counts the steps of the batch.
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
  /// Returns the particles in the order of their cells.
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
