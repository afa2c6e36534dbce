// Counts the cells and elements that the search for neighbours of one element visits. The window
// shows these numbers.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "cells/cell_index.h"

namespace gpubuck::cells {

/// Returns the coordinates of the cell with this number.
glm::ivec3 cellAt(const CellGrid& grid, std::int64_t number);
/// Returns the number of the cell with these coordinates, which must be in the grid.
std::int64_t numberOf(const CellGrid& grid, const glm::ivec3& cell);

/// The cells that a search from an element walks.
struct Walk {
  std::int64_t own = 0;  ///< the cell of the element
  /// The cells in the order of the search, the element's own cell among them. An octant search may
  /// meet the only cell along a periodic side twice, as two images.
  std::vector<std::int64_t> cells{};
};

/// Finds the cells of a Walk on the GPU, by the search that the forces also use.
class WalkCells {
 public:
  WalkCells(const texel::Device& device, const CellGrid& grid);

  /// The position of the element must be in the box. Waits for the GPU.
  Walk run(const texel::Vec4Array& position, std::int64_t element);

 private:
  texel::MapPass pass_;
  texel::UInt4Array cells_;
};

/// Counts of the elements that a search from one element meets.
struct NeighbourhoodInfo {
  std::int64_t near = 0;        ///< other elements nearer than the search radius
  std::int64_t candidates = 0;  ///< other elements in the walked cells
  /// Place of the element in the list or range of its cell, counted from 1, or 0 if the list or
  /// range lacks the element.
  std::int64_t place = 0;
  std::int64_t listed = 0;  ///< number of elements in the list or range

  bool operator==(const NeighbourhoodInfo&) const = default;
};

/// Counts the elements on the GPU, by the search that the forces also use.
class InspectNeighbourhood {
 public:
  /// The object serves this index, and every other index with the same grid and sort.
  InspectNeighbourhood(const texel::Device& device, const CellIndex& cells);

  /// `cells` must be the sorted cells of `position`. Waits for the GPU.
  NeighbourhoodInfo run(const CellIndex& cells, const texel::Vec4Array& position,
                        std::int64_t element);

 private:
  texel::MapPass pass_;
  texel::UInt4Array info_;
};

/// Returns at most the first `most` elements of a cell in the order of its list or range. Reads the
/// elements one by one. `cells` must be current. Waits for the GPU.
std::vector<std::int64_t> elementsOf(const CellIndex& cells, std::int64_t cell, std::size_t most);

}  // namespace gpubuck::cells
