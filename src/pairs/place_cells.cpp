#include "pairs/place_cells.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "pairs/point_layout.h"

namespace gpubuck::pairs {
namespace {

/// The factor by which a cell is longer than the reach, so that no rounding puts a place one cell
/// too far.
constexpr double kCellSpare = 1.0 + 0x1p-20;

/// Maximum number of cells along an axis, so that the numbers of cells have 63 bits.
constexpr double kMostAlong = 0x1p20;

/// Number of cells per place from which on only cells with places are kept.
constexpr std::int64_t kCellsPerPlace = 4;

/// The number of cells from which on few places have only cells with places.
constexpr std::int64_t kFewCells = 512;

/// Up to this number of distance tests, making cells takes longer than it saves.
constexpr std::int64_t kFewTests = 1 << 14;

}  // namespace

void PlaceCells::make(std::span<const glm::dvec3> all, std::span<const std::int32_t> numbers,
                      double reach, Index queries) {
  all_ = all;
  isOne_ = queries * std::ssize(numbers) <= kFewTests;
  Index cells = 1;
  for (int k = 0; k < 3 && !isOne_; ++k) {
    const auto a = static_cast<std::size_t>(k);
    counts_[a] = lay(k, reach);
    cells *= counts_[a];
  }
  isSparse_ = cells > std::max(kFewCells, kCellsPerPlace * std::ssize(all));
  ranks_.resize(numbers.size());
  if (isOne_) {
    std::iota(ranks_.begin(), ranks_.end(), 0);
  } else if (isSparse_) {
    sortSparse(numbers);
  } else {
    sortDense(numbers, cells);
  }
  x_.resize(numbers.size());
  y_.resize(numbers.size());
  z_.resize(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const glm::dvec3& r =
        all[static_cast<std::size_t>(numbers[static_cast<std::size_t>(ranks_[k])])];
    x_[k] = r.x;
    y_[k] = r.y;
    z_[k] = r.z;
  }
}

PlaceCells::Index PlaceCells::lay(int k, double reach) {
  Axis& axis = axes_[static_cast<std::size_t>(k)];
  axis.closed.clear();
  double high = axis.low = all_[0][k];
  for (const glm::dvec3& r : all_) {
    axis.low = std::min(axis.low, r[k]);
    high = std::max(high, r[k]);
  }
  const double edge = kCellSpare * reach;
  double length = high - axis.low;
  // Along such an axis most cells would be empty.
  if (!(length <= edge * static_cast<double>(all_.size() + 2))) {
    axis.closed.resize(all_.size());
    std::ranges::transform(all_, axis.closed.begin(), [k](const glm::dvec3& r) { return r[k]; });
    length = closeGaps(axis.closed, 2.0 * edge);
    axis.low = 0.0;
  }
  axis.perLength = 1.0 / std::max(edge, length / kMostAlong);
  return static_cast<Index>(length * axis.perLength) + 1;
}

PlaceCells::Cell PlaceCells::cellOf(std::size_t i) const {
  Cell cell;
  for (std::size_t a = 0; a < 3; ++a) {
    const Axis& axis = axes_[a];
    const double r = axis.closed.empty() ? all_[i][static_cast<int>(a)] : axis.closed[i];
    cell[a] = static_cast<Index>((r - axis.low) * axis.perLength);
  }
  return cell;
}

std::size_t PlaceCells::beginOf(Index cell) const {
  if (!isSparse_) return begins_[static_cast<std::size_t>(cell)];
  return static_cast<std::size_t>(std::ranges::lower_bound(cells_, cell) - cells_.begin());
}

void PlaceCells::sortDense(std::span<const std::int32_t> numbers, Index cells) {
  cells_.resize(numbers.size());
  begins_.assign(static_cast<std::size_t>(cells) + 2, 0);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const Cell at = cellOf(static_cast<std::size_t>(numbers[k]));
    cells_[k] = (at[2] * counts_[1] + at[1]) * counts_[0] + at[0];
    ++begins_[static_cast<std::size_t>(cells_[k]) + 2];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    ranks_[begins_[static_cast<std::size_t>(cells_[k]) + 1]++] = static_cast<std::int32_t>(k);
  }
}

void PlaceCells::sortSparse(std::span<const std::int32_t> numbers) {
  std::vector<std::pair<Index, std::int32_t>> order(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const Cell at = cellOf(static_cast<std::size_t>(numbers[k]));
    order[k] = {(at[2] * counts_[1] + at[1]) * counts_[0] + at[0], static_cast<std::int32_t>(k)};
  }
  std::ranges::sort(order);
  cells_.resize(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) std::tie(cells_[k], ranks_[k]) = order[k];
}

}  // namespace gpubuck::pairs
