// A system of points with all places that its pairs may have, in the order of the pairs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pairs/pair_rule.h"
#include "pairs/pair_settings.h"
#include "pairs/periodic_images.h"

namespace gpubuck::pairs {

/// A system of points, and the places that may form pairs with its points.
struct PlacedSystem {
  /// A place of the others. Its rank is its position by rising number, then by rising shift.
  struct Candidate {
    std::int32_t other;
    Shift shift;  ///< of the pair with a point that is given in the cell
  };

  std::span<const std::array<double, 3>> points;
  std::span<const std::array<double, 3>> others;
  std::int64_t firstPoint = 0;  ///< its number among the points of all systems
  bool isBetween = false;
  PeriodicImages images{};
  std::optional<PairRule> rule{};
  std::vector<Candidate> candidates{};  ///< by rank
  std::vector<std::int32_t> placeOfRank{};

  /// Fills the members after isBetween. Throws what Lattice and PeriodicImages throw.
  void place(const Cell& cell, const PairSettings& settings);

  /// Returns the lowest rank of the places of a point.
  std::size_t firstRankOf(std::int64_t other) const;

 private:
  void rank();
};

}  // namespace gpubuck::pairs
