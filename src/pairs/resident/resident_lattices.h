// The lattices of systems and their grids of cells, as shaders/pairs/resident/lattice.glsl reads
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs/pair_table.h"

namespace gpubuck::pairs {

/// Grids of cells in the lattices of several systems, one after the other. A cell is as wide as the
/// cut-off, or half as wide where points are dense, or wider; in a narrow system the shader visits
/// cells again, as parts of images. Along the directions in which a system is open, cells are
/// counted modulo a small number, so that one stands for many that are far apart, and the extent of
/// the points need not be known.
struct ResidentLattices {
  /// Numbers per system: the reciprocal vectors, the shortest vectors, the sides (9 each), the
  /// sides in each shortest vector (9), then for each shortest vector (3 each) the magnitude of a
  /// turn, the number of cells, the cells within reach and whether it is periodic; the first cell;
  /// and 7 that are unused. Open directions have unit vectors that make the three a basis.
  static constexpr std::size_t kRecord = 56;

  std::vector<double> records;
  std::int64_t cells = 0;  ///< of all systems

  /// System b has the points starts[b] .. starts[b + 1] - 1. Throws InputError with its number for
  /// a cell without volume, and for cells so small that a point would have to visit more than 2^24.
  ResidentLattices(std::span<const Cell> systems, std::span<const std::int64_t> starts,
                   double radius);
};

}  // namespace gpubuck::pairs
