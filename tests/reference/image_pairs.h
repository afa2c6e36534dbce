// The pairs of points in a periodic cell, found by testing all images of all points.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "pairs/pair_table.h"

namespace gpubuck::reference {

using Place = std::array<double, 3>;

/// i, j, S.
using ImagePair = std::tuple<std::int32_t, std::int32_t, std::array<std::int32_t, 3>>;

/// Returns the vectors that are reciprocal to the periodic sides, in the space that these sides
/// span. The entries for other sides are 0.
std::array<std::array<long double, 3>, 3> reciprocalOf(const pairs::Cell& cell);

/// Returns the vector D of a pair, as pairs::PairTable defines it.
Place vectorOf(const Place& i, const Place& j, const std::array<std::int32_t, 3>& s,
               const pairs::Cell& cell);

/// Returns every (i, j, S) with i of `points` and j of `others` that is near enough, sorted. If
/// `isSame`, both sets are the same, and a point is a pair with its images, but not with itself.
std::vector<ImagePair> allImagePairs(std::span<const Place> points, std::span<const Place> others,
                                     bool isSame, double radius, const pairs::Cell& cell,
                                     pairs::Within within = pairs::Within::LessThan);

/// Returns the pairs of a half list, which has either (i, j, S) or (j, i, -S).
std::vector<ImagePair> halfOf(std::vector<ImagePair> pairs);

}  // namespace gpubuck::reference
