#include "validation/microphase_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::validation {
namespace {

constexpr double kPi = std::numbers::pi;

/// Returns particles in planes across the wave vector (0, 2 pi / 8, 2 pi / 8) of a box of 8 x 8 x
/// 16.
std::vector<glm::vec3> planes() {
  std::vector<glm::vec3> places;
  for (int n = 0; n < 2; ++n) {
    for (int k = 0; k < 20; ++k) {
      const double y = 0.4 * k, z = 8.0 * n - y;
      places.emplace_back(std::fmod(0.618 * k * k, 8.0), y, z - 16.0 * std::floor(z / 16.0));
    }
  }
  return places;
}

TEST(DensityWaves, Planes_HaveTheWaveAcrossThem) {
  const cells::Box box{{8.0, 8.0, 16.0}};
  const std::vector<glm::vec3> places = planes();
  DensityWaves waves(box, 3.0);
  waves.add(places);
  waves.add(places);
  const double first = 2.0 * kPi / 8.0 * std::sqrt(2.0);
  EXPECT_NEAR(waves.strongest().s, static_cast<double>(places.size()), 1e-3);
  EXPECT_NEAR(std::fmod(waves.strongest().k, first), 0.0, 1e-12);
  EXPECT_NEAR(waves.strongest(1.3 * first).k, 2.0 * first, 1e-12);
}

TEST(DensityWaves, OneParticle_HasOneEverywhereButAtZero) {
  DensityWaves waves({{5.0, 6.0, 7.0}}, 2.0);
  waves.add({{1.25F, 3.5F, 0.7F}});
  EXPECT_NEAR(waves.strongest().s, 1.0, 1e-12);
  EXPECT_GT(waves.strongest().k, 0.0);
  EXPECT_EQ(waves.strongest(2.1).s, 0.0);
}

TEST(DensityWaves, WaveNumbersOfAFlatBox_AreThoseOfItsSides) {
  DensityWaves waves({{4.0, 9.0, 5.0}}, 1.45);  // 2 pi / 4 is larger than 1.45
  waves.add({{0.0F, 0.0F, 0.0F}, {0.0F, 4.5F, 0.0F}});
  // Waves along y have the amplitude 0 if their number is odd, and 2 if it is even.
  EXPECT_NEAR(waves.strongest(1.3).k, 4.0 * kPi / 9.0, 1e-12);
  EXPECT_NEAR(waves.strongest(1.3).s, 2.0, 1e-12);
}

/// Returns a place in each cell for which `isFull` returns true. `isFull` is called with the
/// numbers of a cell of a box of 10 x 11 x 12.3.
template <typename IsFull>
std::vector<glm::vec3> fullCells(const IsFull& isFull) {
  std::vector<glm::vec3> places;
  for (int z = 0; z < 12; ++z) {
    for (int y = 0; y < 11; ++y) {
      for (int x = 0; x < 10; ++x) {
        if (isFull(x, y, z)) places.emplace_back(x + 0.9F, y + 0.1F, (z + 0.5F) * 12.3F / 12.0F);
      }
    }
  }
  return places;
}

TEST(FreeParts, Shell_PartsItsInsideFromTheRestAcrossPeriodicSides) {
  const cells::Box box{{10.0, 11.0, 12.3}};
  using Sizes = std::vector<std::int64_t>;
  EXPECT_EQ(freeParts(box, {}), Sizes{1320});
  // The shell surrounds a block of 5 x 4 x 3 free cells. The block reaches across the sides x = 0
  // and z = 0.
  const auto shell = [](int x, int y, int z) {
    const int i = (x + 3) % 10, k = (z + 2) % 12;
    const bool inBlock = i < 7 && y >= 2 && y < 8 && k < 5;
    return inBlock && !(i >= 1 && i < 6 && y >= 3 && y < 7 && k >= 1 && k < 4);
  };
  EXPECT_EQ(freeParts(box, fullCells(shell)), (Sizes{1320 - 7 * 6 * 5, 5 * 4 * 3}));
  const auto leaky = [&](int x, int y, int z) {
    return shell(x, y, z) && !(x == 9 && y == 2 && z == 0);
  };
  EXPECT_EQ(freeParts(box, fullCells(leaky)), Sizes{1320 - 7 * 6 * 5 + 61});
  EXPECT_EQ(freeParts(box, fullCells([](int, int, int) { return true; })), Sizes{});
}

TEST(FreeParts, PlaceAtTheUpperSide_IsInTheLastCell) {
  const glm::vec3 corner(9.9999F, 10.9999F, 12.2999F);
  EXPECT_EQ(freeParts({{10.0, 11.0, 12.3}}, {corner}), std::vector<std::int64_t>{1319});
}

/// Returns the places of a cubic lattice of edge 0.7 for which `isIn` returns true. The lattice is
/// around a corner of a periodic box of 12 x 12 x 12.
template <typename IsIn>
std::vector<glm::vec3> latticeOf(const IsIn& isIn) {
  std::vector<glm::vec3> places;
  for (int z = -4; z <= 4; ++z) {
    for (int y = -4; y <= 4; ++y) {
      for (int x = -4; x <= 4; ++x) {
        const glm::vec3 place = 0.7F * glm::vec3(x, y, z);
        if (isIn(place)) places.push_back(place - 12.0F * glm::floor(place / 12.0F));
      }
    }
  }
  return places;
}

TEST(ClusterAnisotropy, BallsDiscsAndLines_AcrossPeriodicSides) {
  const cells::Box box{{12.0, 12.0, 12.0}};
  std::vector<glm::vec3> ball = latticeOf([](const glm::vec3& r) { return glm::length(r) < 2.5F; });
  const std::vector<glm::vec3> disc =
      latticeOf([](const glm::vec3& r) { return r.z == 0.0F && glm::length(r) < 2.5F; });
  std::vector<glm::vec3> line;
  for (int k = 0; k < 25; ++k) line.emplace_back(2.0F, 6.0F, std::fmod(9.0F + 0.3F * k, 12.0F));
  EXPECT_NEAR(clusterAnisotropy(box, ball), 0.0, 1e-6);
  EXPECT_NEAR(clusterAnisotropy(box, disc), 0.25, 1e-6);
  EXPECT_NEAR(clusterAnisotropy(box, line), 1.0, 1e-6);
  const double balls = static_cast<double>(ball.size());
  ball.insert(ball.end(), line.begin(), line.end());
  EXPECT_NEAR(clusterAnisotropy(box, ball), 25.0 / (balls + 25.0), 1e-6);
  line.resize(19);  // too few places to count
  EXPECT_TRUE(std::isnan(clusterAnisotropy(box, line)));
  EXPECT_TRUE(std::isnan(clusterAnisotropy(box, {})));
}

}  // namespace
}  // namespace gpubuck::validation
