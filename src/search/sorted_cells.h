// Elements sorted by their cells, as shaders walk them: lists or ranges, whichever the sort makes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "sort/algorithms.h"
#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::search {

/// A sort with what it makes. A pass that walks the cells includes walkSource() and takes arrays()
/// for the samplers walkInputs().
class SortedCells {
 public:
  /// Throws what sort::makeSort throws.
  SortedCells(const texel::Device& device, const sort::Settings& settings, std::int64_t elements,
              std::int64_t cells);

  /// Sorts all elements; `mapping` is the cell of each.
  void sort(const texel::Array& mapping) { sort_->sort(mapping); }

  /// Heads and nexts, or starts and order.
  std::array<const texel::Array*, 2> arrays() const;
  /// The elements in the order of their cells; null with lists.
  const texel::Array* order() const {
    return sort_->ranges() != nullptr ? &sort_->ranges()->order : nullptr;
  }

  /// The names of arrays() in shaders, of a sort that makes ranges or lists.
  static std::array<std::string, 2> walkInputs(bool ranges);
  /// The line of GLSL that brings firstInCell, nextInCell and elementAt.
  static std::string walkSource(bool ranges);

 private:
  std::unique_ptr<sort::Sort> sort_;
};

}  // namespace gpubuck::search
