#include "validation/microphases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gpubuck::validation {
namespace {

constexpr double kPi = std::numbers::pi;

/// Planes of particles across the wave vector (0, 2 pi / 8, 2 pi / 8) of a box of 8 x 8 x 16.
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
  DensityWaves waves({{4.0, 9.0, 5.0}}, 1.45);  // 2 pi / 4 is longer
  waves.add({{0.0F, 0.0F, 0.0F}, {0.0F, 4.5F, 0.0F}});
  // Amplitudes are 0 at odd waves along y and 2 at even ones.
  EXPECT_NEAR(waves.strongest(1.3).k, 4.0 * kPi / 9.0, 1e-12);
  EXPECT_NEAR(waves.strongest(1.3).s, 2.0, 1e-12);
}

}  // namespace
}  // namespace gpubuck::validation
