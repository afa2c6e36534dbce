// The time step of the fast engine: particles lie in the order of their cells at every step.
// OpenGL 4.3.
#pragma once

#include <cstdint>

#include "dpd/fluid.h"
#include "dpd/passes.h"
#include "search/cell_grid.h"
#include "sort/part_scan.h"
#include "texel/buffer_pass.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// A step of four passes, without a sort. Forces walk each row of cells as one stretch of
/// memory; who has moved is counted in its new cell at once; a prefix sum of the counts, a scatter
/// of numbers and one of particles bring them into the order of their new cells.
///
/// Particles of a cell lie in the order of their ids, so that the order of every sum of forces
/// follows from positions and ids alone: runs and restarts repeat to the bit.
class OrderedStep {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  OrderedStep(const texel::Device& device, const Fluid& fluid, const search::CellGrid& grid,
              std::int64_t particles);

  /// Takes over what may change while a fluid runs (scenario::requireChangeable).
  void setFluid(const Fluid& fluid);

  /// Takes particles in any order.
  void take(const ParticleArrays& from);
  /// Gives the present particles, in the order of their cells.
  void give(ParticleArrays& to);

  /// Forces on and move of the particles of `range`, to be called for each of them once; the
  /// present ones stay until finish(). `step` keys the noise; who fails notes `blockStep`.
  void run(std::int64_t step, int blockStep, const texel::Range& range);
  /// Those who have moved are the present ones from now on.
  void finish();

 private:
  /// Runs a pass that counts particles over a range.
  void count(texel::BufferPass& pass, const texel::Range& range,
             const std::vector<texel::Input>& inputs);
  std::vector<texel::Input> present() const;

  std::int64_t particles_;
  std::int64_t cells_;
  std::uint32_t seed_;
  sort::PartScan scan_;
  texel::BufferPass take_;
  texel::BufferPass forceMove_;
  texel::BufferPass place_;
  texel::BufferPass arrange_;
  texel::MapPass give_;
  texel::UIntBuffer position_;  ///< of the present particles
  texel::UIntBuffer velocity_;
  texel::UIntBuffer predicted_;
  texel::UIntBuffer start_;  ///< of each cell among them, and one more behind the last
  texel::UIntBuffer movedPosition_;
  texel::UIntBuffer movedMotion_;  ///< predicted velocity and velocity
  texel::UIntBuffer movedCells_;
  texel::UIntBuffer entries_;
  texel::UIntBuffer counts_;    ///< of all cells and a 0, whose sum of those before is N
  bool countsAreZero_ = false;  ///< as every step leaves them
  texel::UIntBuffer partSums_;
};

}  // namespace gpubuck::dpd
