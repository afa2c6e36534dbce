// The particles of a fluid in buffers, and how they are brought into the order of their cells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/cell_grid.h"
#include "sort/part_scan.h"
#include "texel/buffer_pass.h"
#include "texel/uint_buffer.h"

namespace gpubuck::dpd {

/// Invocations per work group of passes of uneven work, and of others: docs/performance.md.
inline constexpr int kUnevenGroup = 32;
inline constexpr int kEvenGroup = 256;

/// Position, velocity and predicted velocity as in ParticleState, four numbers each.
struct ParticleBuffers {
  ParticleBuffers(std::int64_t count, const std::string& prefix);

  texel::UIntBuffer position;
  texel::UIntBuffer velocity;
  texel::UIntBuffer predicted;

  /// b_position, b_velocity and b_predicted of a body.
  static std::vector<texel::Block> blocks();
  std::vector<texel::Input> inputs() const;
  /// u_position, u_velocity and u_predicted of shaders/dpd/particle_texels.glsl.
  std::vector<texel::Input> texels() const;
};

/// The groups of kEvenGroup that a pass runs which takes several particles and cells per
/// invocation.
std::int64_t evenGroups(std::int64_t particles, std::int64_t cells);

/// The info of a pass of kEvenGroup that includes shaders/dpd/start_of_cell.glsl, with what that
/// needs; `parts` are those of the scan.
texel::BufferPassInfo withCellStarts(const texel::Device& device, std::int64_t parts,
                                     texel::BufferPassInfo info);

/// Brings particles into the order of their cells, and those of a cell into that of their ids: a
/// pass counts each particle in its cell (shaders/dpd/ordered_count.glsl); a prefix sum of the
/// counts, a scatter of numbers and one of particles follow.
class CellArrangement {
 public:
  /// Throws RunError below OpenGL 4.3 or without GPU memory.
  CellArrangement(const texel::Device& device, const search::CellGrid& grid,
                  std::int64_t particles);

  /// What a pass that counts writes.
  static std::vector<texel::Block> countedBlocks();
  /// Runs such a pass over a range; all particles must be counted once before arrange().
  void count(texel::BufferPass& pass, const texel::Range& range,
             const std::vector<texel::Input>& inputs);
  /// Puts the counted particles into `to`.
  void arrange(ParticleBuffers& to);

  /// Where each cell begins among them, and one more behind the last.
  const texel::UIntBuffer& start() const { return start_; }

 private:
  std::int64_t particles_;
  std::int64_t cells_;
  sort::PartScan scan_;
  texel::BufferPass place_;
  texel::BufferPass arrange_;
  texel::UIntBuffer start_;
  texel::UIntBuffer movedPosition_;
  texel::UIntBuffer movedMotion_;  ///< predicted velocity and velocity
  texel::UIntBuffer movedCells_;
  texel::UIntBuffer entries_;
  texel::UIntBuffer counts_;    ///< of all cells and a 0, whose sum of those before is N
  bool countsAreZero_ = false;  ///< as arrange() leaves them
  texel::UIntBuffer partSums_;
};

}  // namespace gpubuck::dpd
