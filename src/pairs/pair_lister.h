// The parts of a search on the processor. A PlacedSystem is a system of points with all places that
// may be in its pairs, in the order of the pairs. PlaceCells are these places in the order of
// cells. A PairLister finds the candidates within reach of the points.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "pairs/pair_rule.h"
#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// A system of points, and the places that may form pairs with its points.
struct PlacedSystem {
  /// A place of one of the others. The places are numbered by rank: in ascending order of the
  /// other's number, then of the shift.
  struct Candidate {
    std::int32_t other;
    Shift shift;  ///< shift of the pair of this place and a point that was given in the cell
  };

  std::span<const std::array<double, 3>> points;
  std::span<const std::array<double, 3>> others;
  std::int64_t firstPoint = 0;  ///< number of the system's first point among the points of all
                                ///< systems
  bool isBetween = false;
  PeriodicImages images{};
  std::optional<PairRule> rule{};
  std::vector<Candidate> candidates{};  ///< by rank
  std::vector<std::int32_t> placeOfRank{};

  /// Fills the members that are declared after isBetween. Throws the errors of Lattice and
  /// PeriodicImages.
  void place(const Cell& cell, const PairSettings& settings);

  /// Returns the lowest rank of the places of a point.
  std::size_t firstRankOf(std::int64_t other) const;

 private:
  void rank();
};

/// Sorts places into cells that are at least as long as a search reaches, so that all places within
/// reach of a place are in its own cell and the 26 cells around it. There are never more than a few
/// cells per place, however large the extent of the places is, and even if a place is far from all
/// others.
class PlaceCells {
 public:
  /// Sorts the places of `all` whose numbers are in `numbers`. The places within a cell keep their
  /// order. `all` must also include the places for which near() will be called. `queries` is the
  /// number of these calls.
  void make(std::span<const glm::dvec3> all, std::span<const std::int32_t> numbers, double reach,
            std::int64_t queries);

  /// Returns whether all places are in one cell, in the order of `numbers`, because there are few
  /// of them.
  bool isOne() const { return isOne_; }

  /// Returns the number of the cell of all[i], where `all` is the argument of make().
  std::int64_t cellNumberOf(std::size_t i) const;

  /// Calls `visit(first, end)` for stretches of the sorted places. Together these stretches have
  /// all places that may be within reach of all[i]. The stretches are the same for all places of a
  /// cell.
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
    std::vector<double> closed;  ///< coordinates from which long empty stretches are removed; empty
                                 ///< if none are removed
  };

  /// Lays cells along axis k, and returns their number.
  Index lay(int k, const Extent& extent, double reach);
  Cell cellOf(std::size_t i) const;
  std::size_t beginOf(Index cell) const;
  void sortDense(std::span<const std::int32_t> numbers, Index cells);
  void sortSparse(std::span<const std::int32_t> numbers);

  std::span<const glm::dvec3> all_;
  std::array<Axis, 3> axes_;
  Cell counts_{};
  bool isOne_ = false;
  bool isSparse_ = false;
  std::vector<std::uint32_t> begins_;  ///< first place of each cell; not used if isSparse_
  std::vector<Index> cells_;           ///< cell of each place; if isSparse_, in ascending order
  std::vector<double> x_, y_, z_;
  std::vector<std::int32_t> ranks_;
};

/// Counts the pairs found so far, and checks whether they fit into memory.
class PairBudget {
 public:
  PairBudget(std::int64_t bytesPerPair, std::int64_t most) : bytes_(bytesPerPair), most_(most) {}

  /// Adds a number of pairs. Returns whether they may be stored.
  bool add(std::int64_t pairs);
  /// Throws RunError with the number of all pairs if they do not fit.
  void require(bool isBothWays) const {
    if (limit_ > 0) requireMemory(pairs_ / (isBothWays ? 2 : 1), pairs_ * bytes_, limit_);
  }

 private:
  std::int64_t bytes_;
  std::int64_t most_;
  std::atomic<std::int64_t> pairs_ = 0;
  std::atomic<std::int64_t> limit_ = 0;  ///< limit in bytes that the pairs have exceeded, or 0
};

/// The pairs of a stretch of the points of a system.
struct ListedTask {
  const PlacedSystem* system = nullptr;
  std::int64_t first = 0;  ///< position of the first point in the order
  /// The points in the order in which they are listed; empty if this is the order of their numbers.
  std::span<const std::int32_t> order{};
  std::vector<std::int32_t> counts{};  ///< number of neighbours of each point
  Column<std::int32_t> ranks{};        ///< ranks of the neighbours, point by point

  /// Returns the k-th point.
  std::int64_t pointAt(std::size_t k) const {
    const std::int64_t at = first + static_cast<std::int64_t>(k);
    return order.empty() ? at : order[static_cast<std::size_t>(at)];
  }
};

/// Finds the candidates within reach of points. One per thread.
class PairLister {
 public:
  PairLister(const PairSettings& settings, PairBudget& budget)
      : settings_(&settings), budget_(&budget) {}

  /// Sorts the places of a system into cells().
  void sortPlaces(const PlacedSystem& system);
  const PlaceCells& cells() const { return cells_; }
  /// Returns the points in the order of their cells, since points of the same cell have the same
  /// neighbourhood. Returns an empty list if all points are in one cell.
  std::vector<std::int32_t> pointsByCell(const PlacedSystem& system) const;

  /// Fills `pairs` with the pairs of `count` points, which begin at position pairs.first of
  /// pairs.order. Calls `look` now and then.
  void list(const PlaceCells& cells, std::int64_t count, ListedTask& pairs,
            const std::function<void()>& look);

 private:
  /// The places that may be within reach of the points of a cell, in the order of ranks if the
  /// pairs are wanted in this order. They are copied to consecutive memory, so that testing them is
  /// as fast as reading memory.
  struct Nearby {
    std::vector<double> x{}, y{}, z{};
    std::vector<std::int32_t> ranks{};
    std::vector<std::int32_t> others{};  ///< the point of each place
  };

  void listOne(const PlaceCells& cells, const PlacedSystem& system, std::int64_t i,
               Column<std::int32_t>& ranks);
  /// Fills nearby_ for the cell of a place.
  void gather(const PlaceCells& cells, const PlacedSystem& system, std::size_t i);
  /// Sorts `positions`, which are positions in cells.ranks(), by the ranks at these positions.
  void sortByRank(const PlaceCells& cells, std::vector<std::int32_t>& positions);
  /// Tests places. Returns the number of places in near_ that are near enough.
  std::size_t test(const double* x, const double* y, const double* z, std::size_t count,
                   const glm::dvec3& r);
  bool isPair(const PlacedSystem& system, std::int64_t i, std::int32_t other, std::int32_t rank,
              double squared) const;

  bool isHalf(const PlacedSystem& system) const {
    return settings_->kind == ListKind::Half && !system.isBetween;
  }

  const PairSettings* settings_;
  PairBudget* budget_;
  PlaceCells cells_;
  double mostSquared_ = 0.0;
  double sureSquared_ = 0.0;
  std::int64_t tests_ = 0;
  std::int64_t nearbyCell_ = -1;  ///< number of the cell that filled nearby_
  Nearby nearby_;
  std::vector<std::int32_t> positions_, sorted_;
  std::vector<std::uint32_t> near_;  ///< positions of the places that are near enough
  std::vector<double> squared_;      ///< squared distances of all tested places
};

}  // namespace gpubuck::pairs
