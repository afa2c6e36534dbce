// The measured g(r), and the reference curve of g(r). Both are compared with the double-precision
// oracle that has computed the reference curve.
#include "validation/equilibrium_checks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "reference/dpd_forces.h"
#include "reference/leapfrog.h"
#include "reference/radial_distribution.h"
#include "support/long_tests.h"
#include "validation/statistics.h"

namespace gpubuck::validation {
namespace {

TEST(RadialDistribution, MatchesTheOracle) {
  cells::Box box;
  box.size = {4.0, 5.5, 7.25};
  std::mt19937 random(1);
  std::vector<glm::vec4> positions;
  std::vector<glm::dvec3> exact;
  for (int i = 0; i < 400; ++i) {
    glm::vec4 r(0.0F);
    for (int axis = 0; axis < 3; ++axis) {
      r[axis] = static_cast<float>(random() >> 8U) * 0x1p-24F * static_cast<float>(box.size[axis]);
    }
    positions.push_back(r);
    exact.emplace_back(r);
  }
  const Distribution g = radialDistribution(box, positions);
  const std::vector<double> expected =
      reference::radialDistribution(box, exact, kDistributionRange, kDistributionBins);
  ASSERT_EQ(expected.size(), g.size());
  for (std::size_t bin = 0; bin < g.size(); ++bin) EXPECT_NEAR(g[bin], expected[bin], 1e-12) << bin;
}

/// Groot and Warren's water, computed by the oracle with all pairs in double precision and random
/// numbers of the standard library.
class OracleFluid {
 public:
  explicit OracleFluid(unsigned seed) : random_(seed) {
    constexpr double kSide = 5.0;
    fluid_.box.size = glm::dvec3(kSide);
    fluid_.species = {{"water", 1.0, 1.0, ""}};
    fluid_.pairs = {dpd::PairCoefficients{}};
    std::uniform_real_distribution<double> place(0.0, kSide);
    std::normal_distribution<double> normal;
    glm::dvec3 drift(0.0);
    for (int i = 0; i < 375; ++i) {
      state_.position.emplace_back(place(random_), place(random_), place(random_));
      state_.velocity.emplace_back(normal(random_), normal(random_), normal(random_));
      state_.species.push_back(0);
      drift += state_.velocity.back() / 375.0;
    }
    for (glm::dvec3& v : state_.velocity) v -= drift;
    state_.predicted = state_.velocity;
  }

  void advance(double time) {
    const long steps = std::lround(time / fluid_.dt);
    for (long step = 0; step < steps; ++step) {
      const reference::PairForces forces = reference::pairForces(
          fluid_, state_.forceInput(), [&](int, int) { return theta_(random_); });
      state_ = reference::leapfrog(fluid_, state_, forces.force).next;
    }
  }

  std::vector<double> distribution() const {
    return reference::radialDistribution(fluid_.box, state_.position, kDistributionRange,
                                         kDistributionBins);
  }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> theta_{-std::sqrt(3.0), std::sqrt(3.0)};
  dpd::Fluid fluid_;
  reference::LeapfrogState state_;
};

// By default the test runs for 18 time units, after which each bin has an error of some 3 %. With
// GPUBUCK_LONG_TESTS=1 it runs as long as for the table of the program, and prints such a table.
// The errors are estimated from at least 16 blocks. With this small number of blocks, one bin in a
// million has an error above eight standard errors (Student's distribution). The tolerance is eight
// standard errors plus the error of the table.
TEST(WaterDistribution, MatchesTheOracle) {
  const int samples = test::longTests() ? 5000 : 90;
  OracleFluid oracle(2);
  oracle.advance(test::longTests() ? 10.0 : 3.0);
  std::array<std::vector<double>, kDistributionBins> series;
  for (int sample = 0; sample < samples; ++sample) {
    oracle.advance(0.2);
    const std::vector<double> g = oracle.distribution();
    for (std::size_t bin = 0; bin < g.size(); ++bin) series[bin].push_back(g[bin]);
  }
  std::string table;
  for (std::size_t bin = 0; bin < series.size(); ++bin) {
    const Estimate g = blockAverage(series[bin]);
    EXPECT_NEAR(g.mean, kWaterDistribution[bin], 8.0 * g.error + 0.0035) << distanceOfBin(bin);
    table += fmt::format("{:.4f}{}", g.mean, bin % 8 == 7 ? ",\n" : ", ");
  }
  if (test::longTests()) fmt::print("{}", table);
}

}  // namespace
}  // namespace gpubuck::validation
