// Searches compared with a brute-force search over all images of all points in double precision.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pairs/inputs.h"
#include "pairs/pair_search.h"
#include "support/gpu_test.h"

namespace gpubuck::pairs {

using test::allImagePairs;
using test::ImagePair;
using test::pairsOf;
using test::Place;
using test::Places;
using test::scattered;

inline constexpr PairQuantities kAll{};

inline Cell cubeOf(double side, std::array<bool, 3> periodic = {true, true, true}) {
  return {.vectors = {{{side, 0, 0}, {0, side, 0}, {0, 0, side}}}, .periodic = periodic};
}

/// Returns a cell with the sides a, b and c. Side a is along x, and b is at `gamma` degrees from a
/// in the plane of x and y. Side c is `lengths[2]` high along z, and leans towards x by `lean` of
/// its height.
inline Cell tilted(const Place& lengths, double gamma, double lean) {
  const double angle = gamma * std::numbers::pi / 180.0;
  Cell cell;
  cell.vectors = {{{lengths[0], 0.0, 0.0},
                   {lengths[1] * std::cos(angle), lengths[1] * std::sin(angle), 0.0},
                   {lengths[2] * lean, -0.7 * lengths[2] * lean, lengths[2]}}};
  cell.periodic = {true, true, true};
  return cell;
}

inline std::array<bool, 3> sidesOf(int bits) {
  return {(bits & 1) != 0, (bits & 2) != 0, bits > 3};
}

/// Returns whether a point is farther from the origin, in periodic sides, than a search accepts.
inline bool isTooFar(const Places& points, const Cell& cell) {
  const auto reciprocal = test::reciprocalOf(cell);
  return std::ranges::any_of(points, [&](const Place& r) {
    return std::ranges::any_of(reciprocal, [&](const auto& b) {
      return std::abs(r[0] * b[0] + r[1] * b[1] + r[2] * b[2]) > Lattice::kFarthest;
    });
  });
}

/// Expects that the table has the pairs in this order, with exact columns.
inline void expectTable(const PairTable& table, const std::vector<ImagePair>& expected,
                        const Places& points, const Places& others, const Cell& cell) {
  ASSERT_EQ(table.first.size(), expected.size());
  ASSERT_EQ(pairsOf(table), expected);
  ASSERT_EQ(table.offsets.size(), points.size() + 1);
  ASSERT_EQ(table.offsets.back(), table.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const auto i = static_cast<std::size_t>(table.first[k]);
    const auto j = static_cast<std::size_t>(table.second[k]);
    const Place d = test::vectorOf(points[i], others[j], table.shifts[k], cell);
    ASSERT_EQ(table.vectors[k], d);
    ASSERT_EQ(table.distances[k], std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    ASSERT_LE(table.offsets[i], static_cast<std::int64_t>(k));
    ASSERT_GT(table.offsets[i + 1], static_cast<std::int64_t>(k));
  }
}

class SearchTest : public test::EngineTest {
 protected:
  std::int64_t expectExact(PairSearch& search, const Places& points, const Cell& cell) {
    const PairSettings& settings = search.settings();
    const PairTable table = search.find(points, {}, cell, kAll);
    std::vector<ImagePair> expected =
        allImagePairs(points, points, true, settings.radius, cell, settings.within);
    if (settings.kind == ListKind::Half) expected = test::halfOf(expected);
    expectTable(table, expected, points, points, cell);
    return table.size();
  }

  std::int64_t expectExact(const Places& points, const Cell& cell, const PairSettings& settings) {
    PairSearch search(device_, settings);
    return expectExact(search, points, cell);
  }

  texel::Device device_ = test::makeDevice(GetParam());
};

}  // namespace gpubuck::pairs
