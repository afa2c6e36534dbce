// Which elements lie in which cell: the one home of the way from positions to lists or ranges.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cells/cell_grid.h"
#include "sort/algorithms.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::cells {

/// The lists of an index in main memory: what a bit-identical restart needs beside positions, since
/// the order of a list is the order in which forces are added.
struct ListState {
  std::vector<std::uint32_t> mapping;  ///< cell of each element
  std::vector<std::uint32_t> head;     ///< first element of each cell, or kNullId
  std::vector<std::uint32_t> next;     ///< next element in the cell of each, or kNullId
};

/// Throws InputError unless each element stands once in the list of the cell it lies in. Linear in
/// elements and cells.
void requireLists(const CellGrid& grid, const ListState& lists,
                  std::span<const glm::vec4> positions);

/// The GLSL that defines firstInCell, nextInCell and elementAt for a body that walks cells.
const char* walkPrologue(sort::Makes makes);
/// That, and forEachNeighbour of shaders/cells/neighbourhood.glsl, after gridPrologue().
const char* searchPrologue(sort::Makes makes);

/// Owns the grid, the cell of each element now and before, the sort and what it makes. Elements are
/// whatever has positions: particles or a user's points.
class CellIndex {
 public:
  /// Throws what sort::makeSort throws.
  CellIndex(const texel::Device& device, const CellGrid& grid, const sort::Settings& settings,
            std::int64_t elements);

  /// Sorts all elements by the cells of their positions, which lie within the box.
  void sort(const texel::Vec4Array& position);
  /// Sorts again only those that have changed their cell, where the sort can; all of them if there
  /// is nothing yet to start from.
  void resort(const texel::Vec4Array& position);

  /// The positions have changed: mapping() and what the sort made are those of a state before.
  void invalidate() { isCurrent_ = false; }
  /// The elements themselves are others, or in another order: nothing is left to start from.
  void reset() { isCurrent_ = holdsMapping_ = false; }
  /// Whether a sort or re-sort has come after all of these.
  bool isCurrent() const { return isCurrent_; }

  const CellGrid& grid() const { return grid_; }
  /// The cell of each element.
  const texel::IdArray& mapping() const { return mapping_; }
  /// mapping() before the last sort or re-sort, of the same elements in the same order; null where
  /// there is no such.
  const texel::IdArray* previousMapping() const {
    return holdsPreviousMapping_ ? &previousMapping_ : nullptr;
  }
  /// The algorithm, and the lists or ranges it has made.
  const sort::Sort& algorithm() const { return *sort_; }

  sort::Makes makes() const {
    return sort_->ranges() != nullptr ? sort::Makes::Ranges : sort::Makes::Lists;
  }
  /// Heads and nexts, or starts and order.
  std::array<const texel::IdArray*, 2> arrays() const;
  /// The inputs of a pass that walks these cells: arrays() and `others`.
  std::vector<texel::Input> inputs(std::vector<texel::Input> others = {}) const;

  /// Waits for the GPU. Ranges come as lists by rising number.
  ListState download() const;
  /// Takes up lists; with ranges there is nothing to take up, and the next sort makes the same.
  /// Throws InputError when sizes do not fit.
  void restore(const ListState& lists);

 private:
  /// Finds the cells; what mapping_ held, if it held any, becomes the previous mapping.
  void assign(const texel::Vec4Array& position);

  CellGrid grid_;
  texel::IdArray mapping_;
  texel::IdArray previousMapping_;
  AssignCells assignCells_;
  std::unique_ptr<sort::Sort> sort_;
  bool isCurrent_ = false;
  bool holdsMapping_ = false;
  bool holdsPreviousMapping_ = false;
};

}  // namespace gpubuck::cells
