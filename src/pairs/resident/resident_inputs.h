// Makes the lattices of systems and their grids of cells for the kernels of searches on a GPU.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs/pair_table.h"
#include "pairs/resident/kernels/kernels.h"

namespace gpubuck::pairs {

/// Grids of cells in the lattices of several systems, one after the other. A cell is about as wide
/// as the cut-off, half as wide if points are dense, or wider, for example if there are few points.
/// In a narrow system the kernels visit a cell several times, each time as part of another image.
/// In open directions, cells are counted modulo a small number. One cell then stands for many cells
/// that are far apart from each other, so that the extent of the points need not be known.
struct ResidentLattices {
  std::vector<resident::Grid> grids;      ///< consecutive equal systems share a grid
  std::vector<resident::System> systems;  ///< the systems, then an end entry with the number of
                                          ///< points
  std::int64_t cells = 0;                 ///< number of cells of all systems

  /// System b has the points starts[b] .. starts[b + 1] - 1 and sides[b]. Throws InputError with
  /// the number of the system for a cell without volume, and for a cell so small that a search from
  /// a point would visit more than 2^24 cells, or cells that are more than 500 cells away. Throws
  /// InputError if all systems together have 2^31 - 1 cells or more.
  ResidentLattices(std::span<const Cell> sides, std::span<const std::int64_t> starts,
                   double radius);
};

}  // namespace gpubuck::pairs
