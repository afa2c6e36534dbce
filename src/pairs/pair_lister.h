// Lists the candidates within reach of the points of a placed system, on the processor.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "pairs/pair_settings.h"
#include "pairs/place_cells.h"
#include "pairs/placed_system.h"

namespace gpubuck::pairs {

/// The pairs found so far, counted for the memory that they take.
class PairBudget {
 public:
  PairBudget(std::int64_t bytesPerPair, std::int64_t most) : bytes_(bytesPerPair), most_(most) {}

  /// Counts pairs. Returns whether they may be stored.
  bool add(std::int64_t pairs);
  /// Throws RunError with the number of all pairs if they do not fit.
  void require(bool isBothWays) const {
    if (limit_ > 0) requireMemory(pairs_ / (isBothWays ? 2 : 1), pairs_ * bytes_, limit_);
  }

 private:
  std::int64_t bytes_;
  std::int64_t most_;
  std::atomic<std::int64_t> pairs_ = 0;
  std::atomic<std::int64_t> limit_ = 0;  ///< the bytes that were exceeded, or 0
};

/// The pairs of a stretch of the points of a system.
struct ListedTask {
  const PlacedSystem* system = nullptr;
  std::int64_t first = 0;              ///< point
  std::vector<std::int32_t> counts{};  ///< per point
  std::vector<std::int32_t> ranks{};   ///< of the candidates, point by point
};

/// Finds the candidates within reach of points. One per thread.
class PairLister {
 public:
  PairLister(const PairSettings& settings, PairBudget& budget)
      : settings_(&settings), budget_(&budget) {}

  /// Sorts the places of a system into cells().
  void sortPlaces(const PlacedSystem& system);
  const PlaceCells& cells() const { return cells_; }

  /// Fills `pairs` for `count` points from pairs.first on. Calls `look` now and then.
  void list(const PlaceCells& cells, std::int64_t count, ListedTask& pairs,
            const std::function<void()>& look);

 private:
  void listOne(const PlaceCells& cells, const PlacedSystem& system, std::int64_t i,
               std::vector<std::int32_t>& ranks);
  /// Sorts different ranks below `end`. Few ranks are marked in a bit each and read in order, which
  /// takes a third of the time of comparisons, whose outcome no processor foresees.
  void sort(std::span<std::int32_t> ranks, std::size_t end);
  /// Writes the squares of the distances of the places from `first` to `end` - 1, and the positions
  /// in them of those that are near enough. Returns the number of the latter.
  std::size_t test(const PlaceCells& cells, glm::dvec3 r, std::size_t first, std::size_t end);
  bool isPair(const PlacedSystem& system, std::int64_t i, std::int32_t rank, double squared) const;

  bool isHalf(const PlacedSystem& system) const {
    return settings_->kind == ListKind::Half && !system.isBetween;
  }

  const PairSettings* settings_;
  PairBudget* budget_;
  PlaceCells cells_;
  double mostSquared_ = 0.0;
  double sureSquared_ = 0.0;
  std::int64_t tests_ = 0;
  std::vector<std::uint32_t> near_;
  std::vector<double> squared_;
  std::vector<std::uint64_t> marks_;
};

}  // namespace gpubuck::pairs
