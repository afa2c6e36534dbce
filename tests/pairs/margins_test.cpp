// Pairs whose distance differs from the cut-off in its last bits at most, with coordinates of up to
// 10^7 sides of the cell. If rounding could decide whether a pair is found, every search must
// decide in double precision.
#include <cmath>
#include <numbers>

#include "pairs/nearest_search.h"
#include "pairs/processor_search.h"
#include "pairs/resident_test.h"
#include "pairs/verlet_pairs.h"

namespace gpubuck::pairs {
namespace {

struct Margin {
  Cell cell;
  double away;  ///< distance from the origin, in sides of the cell or in units of length
};

/// Returns open space and cells with one or three periodic sides, each with several distances of up
/// to `most`.
std::vector<Margin> margins(double most) {
  std::vector<Margin> all;
  for (const double away : {0.0, 1e3, 1e5, 1e6, 1e7}) {
    if (away > most) continue;
    all.push_back({{}, away});
    all.push_back({cubeOf(3.7), away});
    all.push_back({cubeOf(3.7, {false, true, false}), away});
    all.push_back({tilted({2.5, 3.1, 2.9}, 65.0, 0.35), away});
  }
  return all;
}

/// Returns `count` pairs of points. The distance of the first point from an image of the second is
/// `radius`, up to rounding and up to four units in the last place of a coordinate. The second
/// point itself, point 2 k + 1, is whole sides away from this image.
Places pairsAt(double radius, const Margin& margin, std::size_t count, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> share;
  std::uniform_int_distribution<int> nudge(-4, 4);
  const auto far = [&](int axis) {
    return std::round(margin.away * (share(random) - 0.5) * (axis + 1));
  };
  Places points;
  for (std::size_t k = 0; k < count; ++k) {
    Place first{}, second{}, way{normal(random), normal(random), normal(random)};
    if (k % 3 == 0) way = {k % 2 == 0 ? 1.0 : 0.0, k % 2 == 0 ? 0.0 : -1.0, 0.0};
    const double length = std::hypot(way[0], way[1], way[2]);
    std::array<double, 3> sides{}, others{};
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      sides[a] = far(axis) + 3.0 * share(random);
      others[a] = margin.cell.periodic[a] ? far(axis) : 0.0;
    }
    for (std::size_t m = 0; m < 3; ++m) {
      for (std::size_t a = 0; a < 3; ++a) first[m] += sides[a] * margin.cell.vectors[a][m];
      second[m] = first[m] + radius * way[m] / length;
      for (std::size_t a = 0; a < 3; ++a) second[m] += others[a] * margin.cell.vectors[a][m];
    }
    double& coordinate = second[k % 3];
    for (int bits = nudge(random); bits != 0; bits += bits < 0 ? 1 : -1) {
      coordinate = std::nextafter(coordinate, bits * HUGE_VAL);
    }
    points.insert(points.end(), {first, second});
  }
  return points;
}

/// Expects that a search has found some of the `count` pairs of pairsAt(): more than an eighth.
void expectBothKinds(const std::vector<ImagePair>& pairs, std::size_t count) {
  const auto near = std::ranges::count_if(pairs, [](const ImagePair& pair) {
    return std::get<0>(pair) % 2 == 0 && std::get<1>(pair) == std::get<0>(pair) + 1;
  });
  EXPECT_GT(near, static_cast<std::int64_t>(count / 8));
}

TEST(MarginTest, ProcessorSearch_LeavesLastBitsToDoublePrecision) {
  std::mt19937 random(31);
  for (const Margin& margin : margins(1e7)) {
    for (const auto& [radius, within] :
         {std::pair(1.0, Within::LessThan), std::pair(0.3, Within::UpTo)}) {
      SCOPED_TRACE(
          fmt::format("{} away, sides {}, radius {}", margin.away, margin.cell.periodic, radius));
      const Places points = pairsAt(radius, margin, 120, random);
      const PairTable table =
          ProcessorSearch({.radius = radius, .within = within}).find(points, {}, margin.cell, kAll);
      const auto expected = allImagePairs(points, points, true, radius, margin.cell, within);
      expectBothKinds(expected, 120);
      expectTable(table, expected, points, points, margin.cell);
    }
  }
}

TEST(MarginTest, NearestSearch_OrdersDistancesThatDifferByLastBits) {
  std::mt19937 random(32);
  for (const Margin& margin : margins(1e7)) {
    SCOPED_TRACE(fmt::format("{} away, sides {}", margin.away, margin.cell.periodic));
    // All second points lie around one point, at distances that differ only in the last bits.
    Places others;
    Place centre{};
    for (const Place& r : pairsAt(1.0, margin, 40, random)) {
      if (others.empty()) centre = r;
      others.push_back(r);
    }
    for (std::size_t k = 0; k < others.size(); k += 2) {
      for (std::size_t m = 0; m < 3; ++m)
        others[k + 1][m] = centre[m] + (others[k + 1][m] - others[k][m]);
    }
    const NearestTable table = findNearest(Places{centre}, others, margin.cell, {.count = 30});
    std::vector<std::tuple<double, std::int32_t, Shift>> expected;
    for (const auto& [i, j, s] :
         allImagePairs(Places{centre}, others, false, 1.0001 * table.distances[29], margin.cell)) {
      const Place d = test::vectorOf(centre, others[static_cast<std::size_t>(j)], s, margin.cell);
      expected.emplace_back(std::sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]), j, s);
    }
    std::ranges::sort(expected);
    ASSERT_GE(expected.size(), 30U);
    for (std::size_t k = 0; k < 30; ++k) {
      ASSERT_EQ(std::tuple(table.distances[k], table.ids[k], table.shifts[k]), expected[k]);
    }
  }
}

/// Moves each point by half of the skin, up to rounding. The two points of a pair move along the
/// same axis, in opposite directions.
Places movedBySkin(const Places& points, double skin, std::mt19937& random) {
  std::uniform_int_distribution<int> nudge(-2, 0);
  Places moved = points;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    double& x = moved[i][i / 2 % 3];
    x += (i % 4 == 0 || i % 4 == 3 ? 0.5 : -0.5) * skin;
    for (int bits = nudge(random); bits != 0; ++bits) x = std::nextafter(x, points[i][i / 2 % 3]);
  }
  return moved;
}

/// With the skin 1e-5, the rounding of coordinates of far points decides whether a list can be
/// kept.
constexpr std::array kSkins{0.5, 1e-5};

TEST(MarginTest, KeptList_HasAllPairsAfterMovesOfHalfTheSkin) {
  std::mt19937 random(33);
  int covered = 0;
  for (const double skin : kSkins) {
    for (const Margin& margin : margins(1e6)) {
      const PairSettings settings{.radius = 1.0};
      for (int attempt = 0; attempt < 20; ++attempt) {
        SCOPED_TRACE(
            fmt::format("{} away, sides {}, skin {}", margin.away, margin.cell.periodic, skin));
        VerletPairs kept(settings, skin, 1);
        const Places points = pairsAt(settings.radius + skin, margin, 30, random);
        kept.keep(points, margin.cell,
                  ProcessorSearch(kept.searched()).find(points, {}, margin.cell, kAll));
        // In every second attempt, points move by a little less than half of the skin. The list can
        // be kept only if the coordinates are precise enough.
        const Places moved = movedBySkin(points, skin * (1.0 - attempt % 2 * 0x1p-20), random);
        if (!kept.covers(moved, margin.cell)) continue;
        ++covered;
        EXPECT_EQ(pairsOf(kept.select(moved, kAll)),
                  allImagePairs(moved, moved, true, settings.radius, margin.cell));
      }
    }
  }
  EXPECT_GT(covered, 50);
}

/// The errors of vectors between far points are larger than this skin.
constexpr double kSkinBelowErrors = 1e-6;

TEST(MarginTest, SkinBelowTheErrorsOfFarPoints_KeepsNoList) {
  for (const double away : {0.0, 1e7}) {
    const Places points{{away, 0, 0}, {away + 0.5, 0, 0}};
    VerletPairs kept({.radius = 1.0}, kSkinBelowErrors, 1);
    kept.keep(points, {}, ProcessorSearch(kept.searched()).find(points, {}, {}, kAll));
    EXPECT_EQ(kept.covers(points, {}), away == 0.0);
  }
}

/// The largest Margin::away in tests of the search on the GPU. This search has a limit of 1e8
/// cut-offs, which is larger.
constexpr double kFarthestOnGpu = 1e6;

class ResidentMarginTest : public ResidentSearchTest {};

TEST_F(ResidentMarginTest, ResidentSearch_LeavesLastBitsToDoublePrecision) {
  std::mt19937 random(34);
  for (const Within within : {Within::LessThan, Within::UpTo}) {
    const PairSettings settings{.radius = 1.0, .within = within};
    ResidentSearch search(settings);
    for (const Margin& margin : margins(kFarthestOnGpu)) {
      SCOPED_TRACE(fmt::format("{} away, sides {}", margin.away, margin.cell.periodic));
      Systems systems;
      systems.add(pairsAt(settings.radius, margin, 120, random), margin.cell, settings);
      systems.add(pairsAt(settings.radius, {cubeOf(1.9), margin.away}, 20, random), cubeOf(1.9),
                  settings);
      expectBothKinds(systems.expected, 140);
      expectAllImages(search, systems);
    }
  }
}

TEST_F(ResidentMarginTest, KeptList_HasAllPairsAfterMovesOfHalfTheSkin) {
  std::mt19937 random(35);
  const PairSettings settings{.radius = 1.0};
  for (const double skin : kSkins) {
    ResidentSearch search(settings, {.skin = skin});
    std::int64_t calls = 0;
    for (const Margin& margin : margins(kFarthestOnGpu)) {
      for (const double part : {1.0 - 0x1p-16, 1.0}) {
        SCOPED_TRACE(
            fmt::format("{} away, sides {}, skin {}", margin.away, margin.cell.periodic, skin));
        Systems before, after;
        const Places points = pairsAt(settings.radius + skin, margin, 60, random);
        before.add(points, margin.cell, settings);
        after.add(movedBySkin(points, part * skin, random), margin.cell, settings);
        expectAllImages(search, before);
        expectAllImages(search, after);
        calls += 2;
      }
    }
    EXPECT_LT(search.searches(), calls) << "some lists are kept";
  }
}

TEST_F(ResidentMarginTest, SkinBelowTheErrorsOfFarPoints_KeepsNoList) {
  const PairSettings settings{.radius = 1.0};
  for (const double away : {0.0, 1e7}) {
    ResidentSearch search(settings, {.skin = kSkinBelowErrors});
    Systems systems;
    systems.add({{away, 0, 0}, {away + 0.5, 0, 0}}, {}, settings);
    expectAllImages(search, systems);
    expectAllImages(search, systems);
    EXPECT_EQ(search.searches(), away == 0.0 ? 1 : 2);
  }
}

}  // namespace
}  // namespace gpubuck::pairs
