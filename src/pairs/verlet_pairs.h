// A Verlet list of pairs: all pairs within the cut-off plus a skin, from which later searches
// select.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pairs/pair_rule.h"
#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"

namespace gpubuck::pairs {

/// Throws InputError for a skin above 0. Call this function for a search between two sets of
/// points, which cannot have a skin.
void requireNoSkin(double skin);

/// Returns the settings of the search for a kept list: their radius is the radius of `settings`
/// plus the skin. Throws InputError for a skin that is negative, not finite or, with the radius,
/// too long.
PairSettings withSkin(PairSettings settings, double skin);

/// Returns whether all pairs within `radius` are among the pairs that were within `searched` before
/// each point moved by up to `moved`. `farthest` is the largest absolute value of a coordinate.
bool isWithinSkin(double radius, double searched, double moved, double farthest);

/// Keeps the pairs within radius + skin of a set of points. Until a point moves by half of the
/// skin, the list holds every pair within the radius. Testing the kept pairs at the present points
/// then gives the same result as a new search.
class VerletPairs {
 public:
  using Points = std::span<const std::array<double, 3>>;

  /// `threads`: maximum number of threads; 0 stands for one per processor. Throws the errors of
  /// withSkin.
  VerletPairs(const PairSettings& settings, double skin, int threads = 0);

  /// Returns the settings of the search whose pairs keep() takes. Their radius includes the skin.
  const PairSettings& searched() const { return searched_; }
  /// Returns whether the kept pairs include all pairs of these points in this cell.
  bool covers(Points points, const Cell& cell) const;
  /// Keeps the pairs of a search with the columns first and shifts.
  void keep(Points points, const Cell& cell, PairTable&& pairs);
  /// Selects the pairs of points for which covers() returns true.
  PairTable select(Points points, const PairQuantities& quantities) const;

 private:
  PairSettings settings_;
  PairSettings searched_;
  int threads_;
  std::vector<std::array<double, 3>> points_;
  std::optional<Cell> cell_;
  std::optional<PairRule> rule_;
  PairTable pairs_;
};

}  // namespace gpubuck::pairs
