// Places in the order of cells, for a search on the processor.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace gpubuck::pairs {

/// Sorts places into cells that are at least as long as a search reaches, so that all within reach
/// of a place are in its own cell and the 26 around it. Neither the extent of the places nor a
/// stray one matters: there are never more cells than a few per place.
class PlaceCells {
 public:
  /// Sorts the places of these numbers. The places within a cell keep their order. `all` must
  /// include every place that near() is asked about, `queries` times.
  void make(std::span<const glm::dvec3> all, std::span<const std::int32_t> numbers, double reach,
            std::int64_t queries);

  /// Returns whether all places are in one cell, in the order of `numbers`, since they are few.
  bool isOne() const { return isOne_; }

  /// Calls `visit(first, end)` for stretches of the sorted places that together hold all that may
  /// be within reach of place `i` of make().
  template <typename Visit>
  void near(std::size_t i, const Visit& visit) const {
    if (isOne_) return visit(std::size_t{0}, ranks_.size());
    const Cell at = cellOf(i);
    const Cell low{std::max(at[0] - 1, Index{0}), std::max(at[1] - 1, Index{0}),
                   std::max(at[2] - 1, Index{0})};
    const Cell high{std::min(at[0] + 2, counts_[0]), std::min(at[1] + 2, counts_[1]),
                    std::min(at[2] + 2, counts_[2])};
    for (Index z = low[2]; z < high[2]; ++z) {
      for (Index y = low[1]; y < high[1]; ++y) {
        const Index row = (z * counts_[1] + y) * counts_[0];
        const std::size_t first = beginOf(row + low[0]);
        const std::size_t end = beginOf(row + high[0]);
        if (first < end) visit(first, end);
      }
    }
  }

  // In the order of cells: the coordinates, and the position in `numbers`.
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  const std::vector<double>& z() const { return z_; }
  const std::vector<std::int32_t>& ranks() const { return ranks_; }

 private:
  using Index = std::int64_t;
  using Cell = std::array<Index, 3>;

  /// The cells along an axis.
  struct Axis {
    double low = 0.0;
    double perLength = 0.0;
    std::vector<double> closed;  ///< coordinates without long empty stretches, or empty
  };

  /// Returns the number of cells along an axis.
  Index lay(int k, double reach);
  Cell cellOf(std::size_t i) const;
  std::size_t beginOf(Index cell) const;
  void sortDense(std::span<const std::int32_t> numbers, Index cells);
  void sortSparse(std::span<const std::int32_t> numbers);

  std::span<const glm::dvec3> all_;
  std::array<Axis, 3> axes_;
  Cell counts_{};
  bool isOne_ = false;
  bool isSparse_ = false;
  std::vector<std::uint32_t> begins_;  ///< of each cell, unless sparse
  std::vector<Index> cells_;           ///< of each place; if sparse, in rising order
  std::vector<double> x_, y_, z_;
  std::vector<std::int32_t> ranks_;
};

}  // namespace gpubuck::pairs
