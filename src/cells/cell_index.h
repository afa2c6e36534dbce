// The cell of each element, and the elements of each cell as lists or ranges, from their positions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cells/cell_grid.h"
#include "sort/algorithms.h"
#include "texel/array.h"
#include "texel/device.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"

namespace gpubuck::cells {

/// The lists of an index in main memory. A bit-identical restart needs the lists as well as the
/// positions, since forces are added in the order of the lists.
struct ListState {
  std::vector<std::uint32_t> mapping;  ///< cell of each element
  std::vector<std::uint32_t> head;     ///< first element of each cell, or kNullId
  std::vector<std::uint32_t> next;     ///< next element in the same cell, or kNullId
};

/// Throws InputError unless each element is exactly once in the list of its cell. The time is
/// linear in the numbers of elements and cells.
void requireLists(const CellGrid& grid, const ListState& lists,
                  std::span<const glm::vec4> positions);

/// Returns the GLSL that defines firstInCell, nextInCell and elementAt for a body that walks cells.
const char* walkPrologue(sort::ResultKind kind);
/// Returns the GLSL of walkPrologue() and of forEachNeighbour (shaders/cells/neighbourhood.glsl).
/// In a shader it must come after gridPrologue().
const char* searchPrologue(sort::ResultKind kind);

/// Owns the grid, the present and previous cell of each element, the sort and its result. The
/// elements are particles, or points of a caller of the library.
class CellIndex {
 public:
  /// Throws the errors of sort::makeSort.
  CellIndex(const texel::Device& device, const CellGrid& grid, const sort::Settings& settings,
            std::int64_t elements);

  /// Sorts all elements by the cells of their positions, which must be within the box.
  void sort(const texel::Vec4Array& position);
  /// Sorts only the elements that have changed their cell if the sort can do so and has a result to
  /// start from; otherwise sorts all elements.
  void resort(const texel::Vec4Array& position);

  /// Marks mapping() and the result of the sort as outdated; call it after positions have changed.
  void invalidate() { isCurrent_ = false; }
  /// Discards mapping() and the result of the sort; call it after the elements were replaced or
  /// reordered.
  void reset() { isCurrent_ = holdsMapping_ = false; }
  /// Returns whether there was a sort or re-sort since the last invalidate() or reset().
  bool isCurrent() const { return isCurrent_; }

  const CellGrid& grid() const { return grid_; }
  /// Returns the cell of each element.
  const texel::IdArray& mapping() const { return mapping_; }
  /// Returns mapping() as it was before the last sort or re-sort. Returns null if there was no
  /// mapping before, or if the elements or their order changed in between.
  const texel::IdArray* previousMapping() const {
    return holdsPreviousMapping_ ? &previousMapping_ : nullptr;
  }
  /// Returns the algorithm, which holds its lists or ranges.
  const sort::Sort& algorithm() const { return *sort_; }

  sort::ResultKind resultKind() const {
    return sort_->ranges() != nullptr ? sort::ResultKind::Ranges : sort::ResultKind::Lists;
  }
  /// Returns heads and nexts, or starts and order.
  std::array<const texel::IdArray*, 2> arrays() const;
  /// Returns the inputs of a pass that walks these cells: arrays() and `others`.
  std::vector<texel::Input> inputs(std::vector<texel::Input> others = {}) const;

  /// Returns the lists. Ranges are returned as lists, in which elements are in the order of their
  /// numbers. Waits for the GPU.
  ListState download() const;
  /// Restores lists. Does nothing for ranges, which the next sort makes again. Throws InputError if
  /// sizes do not fit.
  void restore(const ListState& lists);

 private:
  /// Finds the cell of each element. The mapping of the last call, if there was one, becomes the
  /// previous mapping.
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

/// Writes the number of elements of every cell into a texture: shaders/cells/list_lengths.glsl.
class ListLengths {
 public:
  /// The object serves every index whose sort has results of this kind.
  ListLengths(const texel::Device& device, sort::ResultKind kind);

  /// `lengths` has one texel per cell; x is the number, the other channels are 0.
  void run(const CellIndex& cells, texel::UInt4Array& lengths);

  /// Returns the histogram of the `lengths` that run() has written: entry k is the number of cells
  /// with k elements. The last entry is for the largest k that occurs. The result is empty if there
  /// are no cells. Waits for the GPU.
  static std::vector<std::int64_t> histogram(const texel::UInt4Array& lengths);

 private:
  texel::MapPass pass_;
};

/// The elements of an index as ranges (sort::BucketRanges), even if its sort makes lists. Lists are
/// converted by the prefix sum of their lengths, and elements keep their order within a cell:
/// shaders/cells/range_starts.glsl, range_order.glsl.
class CellRanges {
 public:
  /// `cells` is an example: the object serves every index with the same kind of results and the
  /// same numbers of elements and cells.
  CellRanges(const texel::Device& device, const CellIndex& cells);

  void find(const CellIndex& cells);

  // The results of the last find() or sort.
  const texel::IdArray& start(const CellIndex& cells) const;
  const texel::IdArray& order(const CellIndex& cells) const;

 private:
  struct FromLists {
    FromLists(const texel::Device& device, const CellIndex& cells);

    ListLengths listLengths;
    texel::PrefixSum prefixSum;
    texel::MapPass rangeStarts;
    texel::MapPass rangeOrder;
    texel::UInt4Array lengths;
    texel::UInt4Array ends;
    texel::IdArray start;
    texel::IdArray order;
  };
  std::optional<FromLists> fromLists_;
};

}  // namespace gpubuck::cells
