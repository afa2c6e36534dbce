#include "reference/radial_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"

namespace gpubuck::reference {
namespace {

// For independent uniform points g is 1. A bin with n pairs scatters by 1/sqrt(n), and the
// tolerance is five times this scatter.
void expectIdealGas(const cells::Box& box) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::vector<glm::dvec3> position;
  const int count = 2000;
  for (int i = 0; i < count; ++i) {
    position.emplace_back(box.size.x * unit(random), box.size.y * unit(random),
                          box.dimensions == 3 ? box.size.z * unit(random) : 0.0);
  }
  const double range = 2.0;
  const int bins = 4;
  const auto g = radialDistribution(box, position, range, bins);
  ASSERT_EQ(g.size(), 4u);
  const double pi = 3.14159265358979;
  for (int bin = 0; bin < bins; ++bin) {
    const double inner = range * bin / bins;
    const double outer = range * (bin + 1) / bins;
    const double shell = box.dimensions == 3
                             ? 4.0 / 3.0 * pi * (std::pow(outer, 3) - std::pow(inner, 3))
                             : pi * (outer * outer - inner * inner);
    const double pairs = 0.5 * count * (count - 1) * shell / box.volume();
    EXPECT_NEAR(g[static_cast<std::size_t>(bin)], 1.0, 5.0 / std::sqrt(pairs)) << "bin " << bin;
  }
}

TEST(RadialDistribution, IsOneForAnIdealGasIn3D) { expectIdealGas({{5.0, 6.0, 7.0}}); }
TEST(RadialDistribution, IsOneForAnIdealGasIn2D) { expectIdealGas({{20.0, 25.0, 1.0}, {}, 2}); }

TEST(RadialDistribution, CountsPairsAcrossTheSides) {
  const cells::Box box{{4.0, 4.0, 4.0}};
  const auto g = radialDistribution(box, {{0.25, 1.0, 1.0}, {3.5, 1.0, 1.0}}, 1.0, 2);
  EXPECT_EQ(g[0], 0.0);
  // There is one pair at r = 0.75. An ideal gas would have 1/64 pairs per unit of volume, times the
  // volume of the shell.
  EXPECT_NEAR(g[1], 64.0 / (4.0 / 3.0 * 3.14159265358979 * (1.0 - 0.125)), 1e-10);
}

TEST(RadialDistribution, ImpossibleNormalisation_IsRefused) {
  cells::Box box{{4.0, 4.0, 4.0}};
  const std::vector<glm::dvec3> two(2);
  EXPECT_THROW(radialDistribution(box, two, 2.5, 2), InputError);
  EXPECT_THROW(radialDistribution(box, two, 1.0, 0), InputError);
  EXPECT_THROW(radialDistribution(box, {{}}, 1.0, 2), InputError);
  box.boundary[1] = cells::Boundary::Reflecting;
  EXPECT_THROW(radialDistribution(box, two, 1.0, 2), InputError);
}

}  // namespace
}  // namespace gpubuck::reference
