// The cells of systems as Python hands them over.
#pragma once

#include <vector>

#include "gpubuck/neighbour_list.h"
#include "python/arrays.h"

namespace gpubuck::python {

/// Cells from a matrix of three rows, or several of them, and the flags of their sides.
inline std::vector<Cell> cellsOf(const Input<double>& boxes, const Input<bool>& periodic) {
  const auto sides = boxes.data();
  std::vector<Cell> cells(static_cast<std::size_t>(boxes.size() / 9));
  for (std::size_t b = 0; b < cells.size(); ++b) {
    for (std::size_t k = 0; k < 9; ++k) cells[b].vectors[k / 3][k % 3] = sides[9 * b + k];
    for (std::size_t k = 0; k < 3; ++k) cells[b].periodic[k] = periodic.data()[3 * b + k];
  }
  return cells;
}

}  // namespace gpubuck::python
