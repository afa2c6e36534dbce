// What a search from one element meets, for the window to show.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "cells/cell_index.h"

namespace gpubuck::cells {

/// The coordinates of a cell by its number.
glm::ivec3 cellAt(const CellGrid& grid, std::int64_t number);

/// The cells that a search from an element walks.
struct Walk {
  std::int64_t own = 0;  ///< the cell of the element
  /// Its own among them, in the order of the search. An octant search may meet the one cell of a
  /// periodic side twice, as two images.
  std::vector<std::int64_t> cells{};
};

/// Finds these cells on the GPU, with the functions of the search that forces take.
class WalkCells {
 public:
  WalkCells(const texel::Device& device, const CellGrid& grid);

  /// The position of the element must lie in the box. Waits for the GPU.
  Walk run(const texel::Vec4Array& position, std::int64_t element);

 private:
  texel::MapPass pass_;
  texel::UInt4Array cells_;
};

/// What is found around an element.
struct Around {
  std::int64_t near = 0;        ///< other elements nearer than the search radius
  std::int64_t candidates = 0;  ///< other elements in the walked cells
  std::int64_t place = 0;       ///< its own in the list or range of its cell, from 1 on; 0: none
  std::int64_t listed = 0;      ///< how many are in that

  bool operator==(const Around&) const = default;
};

/// Counts on the GPU, by the search that forces take.
class CountAround {
 public:
  /// For this index and others of its grid and sort.
  CountAround(const texel::Device& device, const CellIndex& cells);

  /// `cells`: current, of these positions. Waits for the GPU.
  Around run(const CellIndex& cells, const texel::Vec4Array& position, std::int64_t element);

 private:
  texel::MapPass pass_;
  texel::UInt4Array counts_;
};

/// The elements of a cell in the order of its list or range, at most the first `most`, read one by
/// one. `cells`: current. Waits for the GPU.
std::vector<std::int64_t> elementsOf(const CellIndex& cells, std::int64_t cell, std::size_t most);

}  // namespace gpubuck::cells
