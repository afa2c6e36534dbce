#include "pairs/pair_lister.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "pairs/column_memory.h"
#include "pairs/periodic_images.h"
#include "pairs/point_layout.h"

namespace gpubuck::pairs {
void PlacedSystem::place(const Cell& cell, const PairSettings& settings) {
  const Lattice lattice(cell);
  images.make(lattice, settings.radius, points, isBetween ? std::optional(others) : std::nullopt);
  rule.emplace(lattice.sides(), settings.radius, settings.within);
  rank();
}

std::size_t PlacedSystem::firstRankOf(std::int64_t other) const {
  return static_cast<std::size_t>(
      std::ranges::lower_bound(candidates, other, {}, &Candidate::other) - candidates.begin());
}

void PlacedSystem::rank() {
  const std::int64_t all = std::ssize(images.places());
  const std::int64_t firstOther = images.firstOther(), firstImage = images.firstImage();
  candidates.resize(static_cast<std::size_t>(all - firstOther));
  placeOfRank.resize(candidates.size());
  inParallel(firstImage - firstOther, kPlacesPerThread, [&](std::int64_t first, std::int64_t end) {
    std::int64_t image = images.firstImageOf(first);
    auto rank = static_cast<std::size_t>(first + image - firstImage);
    std::vector<std::pair<Shift, std::int32_t>> same;
    for (std::int64_t other = first; other < end; ++other) {
      const std::int64_t place = firstOther + other;
      same.assign(1, {images.shiftFromCell(place), static_cast<std::int32_t>(place)});
      for (; image < all && images.otherAt(image) == other; ++image) {
        same.emplace_back(images.shiftFromCell(image), static_cast<std::int32_t>(image));
      }
      if (!std::is_sorted(same.begin(), same.end())) std::ranges::sort(same);
      for (const auto& [shift, number] : same) {
        candidates[rank] = {static_cast<std::int32_t>(other), shift};
        placeOfRank[rank++] = number;
      }
    }
  });
}

namespace {

/// The factor by which a cell is longer than the reach, so that rounding cannot put a place one
/// cell too far.
constexpr double kCellSpare = 1.0 + 0x1p-20;

/// Maximum number of cells along an axis, so that the numbers of cells fit into 63 bits.
constexpr double kMostAlong = 0x1p20;

/// If there are more cells per place than this, only cells with places are stored.
constexpr std::int64_t kCellsPerPlace = 4;

/// With fewer cells than this, all cells are stored, however few the places are.
constexpr std::int64_t kFewCells = 512;

/// Up to this number of distance tests, making cells takes longer than the tests that it saves.
constexpr std::int64_t kFewTests = 1 << 15;

}  // namespace

void PlaceCells::make(std::span<const glm::dvec3> all, std::span<const std::int32_t> numbers,
                      double reach, Index queries) {
  all_ = all;
  isOne_ = queries * std::ssize(numbers) <= kFewTests;
  Index cells = 1;
  if (!isOne_) {
    const Extent extent = extentOf(all);
    for (int k = 0; k < 3; ++k) {
      const auto a = static_cast<std::size_t>(k);
      counts_[a] = lay(k, extent, reach);
      cells *= counts_[a];
    }
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
  inParallel(std::ssize(numbers), kPlacesPerThread, [&](Index first, Index end) {
    for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(end); ++k) {
      const glm::dvec3& r =
          all[static_cast<std::size_t>(numbers[static_cast<std::size_t>(ranks_[k])])];
      x_[k] = r.x;
      y_[k] = r.y;
      z_[k] = r.z;
    }
  });
}

PlaceCells::Index PlaceCells::lay(int k, const Extent& extent, double reach) {
  Axis& axis = axes_[static_cast<std::size_t>(k)];
  axis.closed.clear();
  axis.low = extent.low[k];
  const double edge = kCellSpare * reach;
  double length = extent.high[k] - axis.low;
  // The axis is so long that most cells along it would be empty.
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

std::int64_t PlaceCells::cellNumberOf(std::size_t i) const {
  const Cell at = cellOf(i);
  return (at[2] * counts_[1] + at[1]) * counts_[0] + at[0];
}

std::size_t PlaceCells::beginOf(Index cell) const {
  if (!isSparse_) return begins_[static_cast<std::size_t>(cell)];
  return static_cast<std::size_t>(std::ranges::lower_bound(cells_, cell) - cells_.begin());
}

void PlaceCells::sortDense(std::span<const std::int32_t> numbers, Index cells) {
  cells_.resize(numbers.size());
  begins_.assign(static_cast<std::size_t>(cells) + 2, 0);
  inParallel(std::ssize(numbers), kPlacesPerThread, [&](Index first, Index end) {
    for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(end); ++k) {
      cells_[k] = cellNumberOf(static_cast<std::size_t>(numbers[k]));
    }
  });
  // Each thread goes through all places, but counts and fills only its own range of cells, so that
  // the places of a cell keep their order.
  const Index cellsPerThread = std::max(cells * kPlacesPerThread / std::ssize(numbers), Index{1});
  const auto forCells = [&](const auto& visit) {
    inParallel(cells, cellsPerThread, [&](Index first, Index end) {
      for (std::size_t k = 0; k < cells_.size(); ++k) {
        if (cells_[k] >= first && cells_[k] < end) visit(k, static_cast<std::size_t>(cells_[k]));
      }
    });
  };
  forCells([&](std::size_t, std::size_t cell) { ++begins_[cell + 2]; });
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  forCells([&](std::size_t k, std::size_t cell) {
    ranks_[begins_[cell + 1]++] = static_cast<std::int32_t>(k);
  });
}

void PlaceCells::sortSparse(std::span<const std::int32_t> numbers) {
  std::vector<std::pair<Index, std::int32_t>> order(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    order[k] = {cellNumberOf(static_cast<std::size_t>(numbers[k])), static_cast<std::int32_t>(k)};
  }
  std::ranges::sort(order);
  cells_.resize(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) std::tie(cells_[k], ranks_[k]) = order[k];
}

namespace {

/// Up to this number of places, sorting by comparisons is faster than sorting by digits.
constexpr std::size_t kFewPlaces = 64;
constexpr int kDigitBits = 8;

/// Number of candidates after which the memory is checked and `look` is called.
constexpr std::int64_t kTestsBetweenLooks = 1 << 20;

/// Number of pairs that are assumed to fit into memory without a check.
constexpr std::int64_t kUncheckedPairs = 1 << 20;

}  // namespace

bool PairBudget::add(std::int64_t pairs) {
  const std::int64_t all = pairs_ += pairs;
  if (limit_ > 0) return false;
  if (all < kUncheckedPairs && most_ == 0) return true;
  const std::int64_t limit = most_ > 0 ? most_ : freeMemoryFor(all * bytes_).value_or(INT64_MAX);
  if (all * bytes_ > limit) limit_ = std::max<std::int64_t>(limit, 1);
  return limit_ == 0;
}

void PairLister::sortPlaces(const PlacedSystem& system) {
  nearbyCell_ = -1;
  cells_.make(system.images.places(), system.placeOfRank, settings_->radius + system.images.error(),
              std::ssize(system.points));
}

std::vector<std::int32_t> PairLister::pointsByCell(const PlacedSystem& system) const {
  std::vector<std::int32_t> order;
  if (cells_.isOne()) return order;
  order.reserve(system.points.size());
  if (system.isBetween) {
    std::vector<std::pair<std::int64_t, std::int32_t>> byCell;
    for (std::size_t i = 0; i < system.points.size(); ++i) {
      byCell.emplace_back(cells_.cellNumberOf(i), static_cast<std::int32_t>(i));
    }
    std::ranges::sort(byCell);
    for (const auto& [cell, point] : byCell) order.push_back(point);
    return order;
  }
  for (const std::int32_t rank : cells_.ranks()) {
    const std::int32_t place = system.placeOfRank[static_cast<std::size_t>(rank)];
    if (place < std::ssize(system.points)) order.push_back(place);  // not an image
  }
  return order;
}

void PairLister::list(const PlaceCells& cells, std::int64_t count, ListedTask& pairs,
                      const std::function<void()>& look) {
  const PlacedSystem& system = *pairs.system;
  const double error = system.images.error();
  const double most = settings_->radius + error;
  const double sure = settings_->radius - error;
  mostSquared_ = most * most * (1.0 + 0x1p-40);
  sureSquared_ = sure * sure * (1.0 - 0x1p-40);
  pairs.counts.reserve(static_cast<std::size_t>(count));
  std::size_t added = 0;
  bool isStored = true;
  for (std::int64_t k = 0; k < count; ++k) {
    const std::size_t before = pairs.ranks.size();
    listOne(cells, system, pairs.pointAt(static_cast<std::size_t>(k)), pairs.ranks);
    pairs.counts.push_back(static_cast<std::int32_t>(pairs.ranks.size() - before));
    if (tests_ < kTestsBetweenLooks && k + 1 < count) continue;
    isStored = budget_->add(static_cast<std::int64_t>(pairs.ranks.size() - added));
    if (!isStored) pairs.ranks.clear();
    added = pairs.ranks.size();
    tests_ = 0;
    look();
  }
}

void PairLister::listOne(const PlaceCells& cells, const PlacedSystem& system, std::int64_t i,
                         Column<std::int32_t>& ranks) {
  const auto at = static_cast<std::size_t>(i);
  const glm::dvec3 r = system.images.places()[at];
  const bool isOne = cells.isOne();
  if (!isOne && cells.cellNumberOf(at) != nearbyCell_) gather(cells, system, at);
  const std::vector<std::int32_t>& all = isOne ? cells.ranks() : nearby_.ranks;
  std::size_t first = 0;
  if (isHalf(system) && (isOne || settings_->order == PairOrder::ByBoth)) {
    // Skips the ranks of the points before `i`, which come first.
    const auto least = static_cast<std::int32_t>(system.firstRankOf(i));
    first = static_cast<std::size_t>(std::ranges::lower_bound(all, least) - all.begin());
  }
  const std::size_t count = all.size() - first;
  const auto from = [first](const std::vector<double>& column) { return column.data() + first; };
  const std::size_t found = isOne
                                ? test(from(cells.x()), from(cells.y()), from(cells.z()), count, r)
                                : test(from(nearby_.x), from(nearby_.y), from(nearby_.z), count, r);
  tests_ += static_cast<std::int64_t>(count);
  for (std::size_t k = 0; k < found; ++k) {
    const std::size_t which = first + near_[k];
    const std::int32_t rank = all[which];
    const std::int32_t other =
        isOne ? system.candidates[static_cast<std::size_t>(rank)].other : nearby_.others[which];
    if (isPair(system, i, other, rank, squared_[near_[k]])) ranks.push_back(rank);
  }
}

void PairLister::gather(const PlaceCells& cells, const PlacedSystem& system, std::size_t i) {
  nearbyCell_ = cells.cellNumberOf(i);
  positions_.clear();
  cells.near(i, [&](std::size_t first, std::size_t end) {
    for (std::size_t k = first; k < end; ++k) positions_.push_back(static_cast<std::int32_t>(k));
  });
  if (settings_->order == PairOrder::ByBoth) sortByRank(cells, positions_);
  const std::size_t count = positions_.size();
  nearby_.x.resize(count);
  nearby_.y.resize(count);
  nearby_.z.resize(count);
  nearby_.ranks.resize(count);
  nearby_.others.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto position = static_cast<std::size_t>(positions_[k]);
    nearby_.x[k] = cells.x()[position];
    nearby_.y[k] = cells.y()[position];
    nearby_.z[k] = cells.z()[position];
    nearby_.ranks[k] = cells.ranks()[position];
    nearby_.others[k] = system.candidates[static_cast<std::size_t>(nearby_.ranks[k])].other;
  }
}

void PairLister::sortByRank(const PlaceCells& cells, std::vector<std::int32_t>& positions) {
  const auto rankOf = [&](std::int32_t position) {
    return static_cast<std::uint32_t>(cells.ranks()[static_cast<std::size_t>(position)]);
  };
  if (positions.size() <= kFewPlaces) {
    std::ranges::sort(positions, {}, rankOf);
    return;
  }
  // Sorts digit by digit, from the lowest digit on, since processors cannot predict the results of
  // comparisons.
  const auto bits = static_cast<int>(std::bit_width(cells.ranks().size()));
  sorted_.resize(positions.size());
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    const auto digitOf = [&](std::int32_t position) {
      return (rankOf(position) >> shift) % (1U << kDigitBits);
    };
    std::array<std::uint32_t, (1U << kDigitBits)> begins{};
    for (const std::int32_t position : positions) ++begins[digitOf(position)];
    std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), 0U);
    for (const std::int32_t position : positions) sorted_[begins[digitOf(position)]++] = position;
    std::swap(positions, sorted_);
  }
}

std::size_t PairLister::test(const double* x, const double* y, const double* z, std::size_t count,
                             const glm::dvec3& r) {
  if (near_.size() < count) {
    near_.resize(count);
    squared_.resize(count);
  }
  double* const squared = squared_.data();
  for (std::size_t k = 0; k < count; ++k) {
    const double dx = x[k] - r.x, dy = y[k] - r.y, dz = z[k] - r.z;
    squared[k] = (dx * dx + dy * dy) + dz * dz;
  }
  std::uint32_t* const near = near_.data();
  const double most = mostSquared_;
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    near[found] = static_cast<std::uint32_t>(k);
    found += squared[k] <= most ? 1 : 0;
  }
  return found;
}

bool PairLister::isPair(const PlacedSystem& system, std::int64_t i, std::int32_t other,
                        std::int32_t rank, double squared) const {
  const bool isInHalf = isHalf(system);
  const bool isOwn = other == i && !system.isBetween;
  if (isInHalf && other < i) return false;
  if (!isOwn && squared < sureSquared_) return true;
  const auto at = static_cast<std::size_t>(rank);
  if (isOwn && system.placeOfRank[at] == i) return false;
  const Shift shift = PeriodicImages::sum(system.images.home(i), system.candidates[at].shift);
  if (isInHalf && !isInHalfList(i, other, shift)) return false;
  return squared < sureSquared_ || system.rule->isPair(system.rule->vector(
                                       system.points[static_cast<std::size_t>(i)],
                                       system.others[static_cast<std::size_t>(other)], shift));
}

}  // namespace gpubuck::pairs
