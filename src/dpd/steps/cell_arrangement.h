// How particles in buffers are brought into the order of their cells.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/number.h"
#include "cells/cell_grid.h"
#include "dpd/steps/particle_buffers.h"

namespace gpubuck::dpd {

/// How many particles each cell has and, to find where cells begin without a pass for it, each part
/// of cells and each block of parts (shaders/dpd/cell_counters.glsl).
struct CellCounters {
  explicit CellCounters(std::int64_t cellCount);

  static constexpr std::int64_t kMostBlocks = 2048;  ///< that a work group adds up

  std::int64_t cells;
  std::int64_t share = 16;  ///< cells of a part, and parts of a block: a power of two
  std::int64_t parts;
  std::int64_t blocks;  ///< at most kMostBlocks

  /// Numbers that must be 0 before particles are counted.
  std::int64_t count() const { return inFours(inFours(inFours(cells) + parts) + blocks); }
  /// All numbers: one more per cell, the particle that was linked last, and as many as sums may
  /// read too far.
  std::int64_t words() const { return inFours(count() + cells) + share; }
  /// Constants of the shaders.
  std::string prologue() const;

 private:
  static std::int64_t inFours(std::int64_t numbers) { return 4 * divideUp(numbers, 4); }
};

/// Brings particles into the order of their cells, and those of a cell into that of their ids, in
/// two passes, since each costs a small fluid more than its work: one counts the particles and
/// links those of each cell (shaders/dpd/ordered_count.glsl), another one finds their places
/// (shaders/dpd/ordered_arrange.glsl).
class CellArrangement {
 public:
  /// Numbers per particle in the longest of its buffers: position, predicted velocity and velocity.
  static constexpr std::int64_t kNumbersOfParticle = 12;

  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  CellArrangement(const texel::Device& device, const cells::CellGrid& grid, std::int64_t particles);

  /// The info of a pass that counts, with what that writes and needs.
  texel::BufferPassInfo withCounts(const texel::Device& device, texel::BufferPassInfo info) const;
  /// Runs such a pass over a range; all particles must be counted once before arrange().
  void count(texel::BufferPass& pass, const texel::Range& range,
             const std::vector<texel::Input>& inputs);
  /// Puts the counted particles into `to`.
  void arrange(ParticleBuffers& to);

  /// Where each cell begins among them, and one more behind the last.
  const texel::UIntBuffer& start() const { return start_; }

 private:
  std::int64_t particles_;
  CellCounters counters_;
  texel::BufferPass arrange_;
  texel::UIntBuffer start_;
  texel::UIntBuffer moved_;  ///< kNumbersOfParticle of each particle
  texel::UIntBuffer links_;
  std::array<texel::UIntBuffer, 2>
      cells_;                     ///< used in turn: one is emptied while the other is read
  std::size_t counting_ = 0;      ///< which of them counts
  bool countersAreZero_ = false;  ///< as arrange() leaves the next one
};

}  // namespace gpubuck::dpd
