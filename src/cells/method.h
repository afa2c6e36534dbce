// The choice of cells that are searched for the neighbours of a particle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace gpubuck::cells {

/// Every method visits all particles nearer than the search radius R. Methods differ in the number
/// of cells, and in the number of visited particles that are too far away.
struct Method {
  enum class Kind {
    /// Cells of edge R / k and the (2k + 1)^3 around the particle's own, in two dimensions
    /// (2k + 1)^2. With k = 1 these are the 27 cells of the paper; k > 1 is the setting
    /// cells_per_cutoff of "Fixed-Radius Neighbour Search Using Thrust".
    CellsPerCutoff,
    /// Cells of edge 2R or more: the octant of the cell that a particle is in determines the 8
    /// cells that may hold neighbours (in two dimensions the quadrant and 4 cells). The paper on
    /// this method compares edges of 2R, 2.52R (cells of twice the volume) and 4R.
    Octant
  };

  Kind kind = Kind::CellsPerCutoff;
  int cellsPerCutoff = 1;   ///< k of CellsPerCutoff: 1..kMostCellsPerCutoff
  double cellFactor = 2.0;  ///< of Octant: minimum edge of a cell in units of R, >= 2

  bool operator==(const Method&) const = default;
};

inline constexpr int kMostCellsPerCutoff = 4;

/// The names of the methods in scenarios and on the command line, for messages.
inline constexpr const char* kMethodWords =
    "cells27, cells-per-cutoff=K (1..4), octant=FACTOR (2 or more)";

/// Returns the method with this name, or nothing for any other word.
std::optional<Method> parseMethod(const std::string& word);

/// Returns the method with this name. Throws InputError, which names `option`, for any other word.
Method methodNamed(const std::string& option, const std::string& word);

/// Returns the name of a method; parseMethod is its inverse.
std::string methodWord(const Method& method);

/// Returns the minimum edge of a cell for a search radius.
double leastEdge(const Method& method, double radius);

/// Returns the largest R in cells for which all neighbours are in the searched cells: k, or half a
/// cell in an octant search.
double reachInCells(const Method& method);

/// Returns the minimum number of cells along a periodic side. With 2k + 1 no cell is met twice. The
/// octant search may meet the only cell along a side twice, as two images; at most one of them is
/// nearer than R, since the side is at least 2R long.
int leastPeriodicCells(const Method& method);

}  // namespace gpubuck::cells
