#include "reference/observables.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace gpubuck::reference {
namespace {

using Triple = std::array<double, 3>;

dpd::Fluid twoSpecies(glm::dvec3 size, int dimensions) {
  dpd::Fluid fluid;
  fluid.box.size = size;
  fluid.box.dimensions = dimensions;
  fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 2.0, 0.5, ""}};
  fluid.pairs = std::vector<dpd::PairCoefficients>(4);
  fluid.dt = 0.5;
  return fluid;
}

// Two particles have the momenta (2,0,0) and (0,4,0), the kinetic energies (1/2 + 9/2) / 2 = 2.5
// and 4, and the mean velocities 2 and 4. Masses times squares of velocities are 5 along x and 8
// along y. The sums over pairs are given. All exact.
TEST(Observe, MatchesHandComputedValues) {
  dpd::Fluid fluid = twoSpecies({4.0, 4.0, 4.0}, 3);
  fluid.box.boundary[2] = cells::Boundary::Reflecting;
  fluid.gravity = {0.0, 0.0, -0.5};
  const ForceInput input{{{1.0, 1.0, 1.0}, {2.0, 2.0, 3.0}}, {{}, {}}, {0, 1}};
  PairForces forces;
  forces.potentialSum = 10.0;
  forces.conservativeVirialSum = {6.0, 10.0, 20.0};
  forces.totalVirialSum = 84.0;
  const auto result = observe(fluid, 6, input, {{1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}},
                              {{3.0, 0.0, 0.0}, {0.0, 2.0, 0.0}}, forces);
  EXPECT_EQ(result.step, 6);
  EXPECT_EQ(result.time, 3.0);
  EXPECT_EQ(result.kineticEnergy, 6.5);
  EXPECT_EQ(result.temperature, 13.0 / (6 - 2));
  EXPECT_EQ(result.temperatureOnStep, 12.0 / (6 - 2));
  EXPECT_EQ(result.pressure, (13.0 + 36.0) / 192.0);
  EXPECT_EQ(result.pressureTensor, (Triple{11.0 / 64.0, 18.0 / 64.0, 20.0 / 64.0}));
  EXPECT_EQ(result.pressureTotal, (13.0 + 84.0) / 192.0);
  EXPECT_EQ(result.potentialEnergy, 10.0);
  EXPECT_EQ(result.gravityEnergy, 0.5 * 1.0 + 2.0 * 0.5 * 3.0);
  EXPECT_EQ(result.momentum, (Triple{2.0, 4.0, 0.0}));
  ASSERT_EQ(result.species.size(), 2u);
  EXPECT_EQ(result.species[1].count, 1);
  EXPECT_EQ(result.species[1].momentum, (Triple{0.0, 4.0, 0.0}));
  EXPECT_EQ(result.species[1].temperature, 8.0 / 3.0);
  EXPECT_EQ(result.mixingWidth, 0.0);

  // With a drag, momentum is not conserved, so that every velocity component is a degree of
  // freedom.
  fluid.drag = 1.0;
  const auto dragged = observe(fluid, 6, input, {{1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}},
                               {{3.0, 0.0, 0.0}, {0.0, 2.0, 0.0}}, forces);
  EXPECT_EQ(dragged.temperature, 13.0 / 6.0);
  EXPECT_EQ(dragged.temperatureOnStep, 12.0 / 6.0);
}

// There are four layers, each 5/4 high. The shares of the heavy species are 0, 1/2 and 1/4, and one
// layer is empty: 6 * (1/4 + 3/16) * 5/4 = 3.28125.
TEST(MixingWidth, SumsLayersAlongGravity) {
  dpd::Fluid fluid = twoSpecies({4.0, 5.0, 4.0}, 3);
  fluid.box.size.y = 4.9999;  // floor 4
  fluid.gravity = {0.0, -1.0, 0.0};
  const double edge = fluid.box.size.y / 4.0;
  std::vector<glm::dvec3> position;
  std::vector<int> species;
  const auto add = [&](double layer, int k) {
    position.emplace_back(1.0, (layer + 0.5) * edge, 1.0);
    species.push_back(k);
  };
  add(0, 0);
  add(1, 0);
  add(1, 1);
  for (const int k : {0, 0, 1, 0}) add(2, k);
  const auto width = mixingWidth(fluid, position, species);
  ASSERT_TRUE(width.has_value());
  EXPECT_NEAR(*width, 6.0 * (0.25 + 0.1875) * edge, 1e-12);  // some roundings

  fluid.gravity = {};
  EXPECT_FALSE(mixingWidth(fluid, position, species).has_value());
  fluid.gravity = {0.0, -1.0, 0.0};
  fluid.species.resize(1);
  EXPECT_FALSE(mixingWidth(fluid, position, species).has_value());
}

void fillStripes(double period, std::vector<glm::dvec3>& position, std::vector<int>& species,
                 int sizeX, int sizeY) {
  for (int y = 0; y < sizeY; ++y) {
    for (int x = 0; x < sizeX; ++x) {
      position.emplace_back(x + 0.5, y + 0.5, 0.0);
      species.push_back(static_cast<int>(x / (period / 2.0)) % 2);
    }
  }
}

// Stripes of width 4 in a box of 16. The correlation at a lag is a triangle wave, 1 - lag/2, which
// crosses zero at 2.
TEST(DomainSize, Stripes_GiveAQuarterOfThePeriod) {
  dpd::Fluid fluid = twoSpecies({16.0, 8.0, 1.0}, 2);
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  std::vector<glm::dvec3> position;
  std::vector<int> species;
  fillStripes(8.0, position, species, 16, 8);
  const auto size = domainSize(fluid, position, species);
  ASSERT_TRUE(size.has_value());
  EXPECT_NEAR(*size, 2.0, 1e-12);

  // Along the stripes, in y, the correlation never falls. A periodic y therefore does not
  // contribute to the size.
  fluid.box.boundary[1] = cells::Boundary::Periodic;
  const auto acrossOnly = domainSize(fluid, position, species);
  ASSERT_TRUE(acrossOnly.has_value());
  EXPECT_NEAR(*acrossOnly, 2.0, 1e-12);
  fluid.box.boundary = {cells::Boundary::Reflecting, cells::Boundary::Reflecting,
                        cells::Boundary::Reflecting};
  EXPECT_FALSE(domainSize(fluid, position, species).has_value());
}

// The stripes are 3 cells wide. C is 1, 1/3, -1/3 at lags 0, 1, 2, so that it crosses zero at 1.5
// cells of edge 12.5/12.
TEST(DomainSize, InterpolatesBetweenLagsAndScalesWithTheEdge) {
  dpd::Fluid fluid = twoSpecies({12.5, 8.0, 1.0}, 2);
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  std::vector<glm::dvec3> position;
  std::vector<int> species;
  fillStripes(6.0, position, species, 12, 8);
  for (glm::dvec3& r : position) r.x *= 12.5 / 12.0;
  const auto size = domainSize(fluid, position, species);
  ASSERT_TRUE(size.has_value());
  EXPECT_NEAR(*size, 1.5 * 12.5 / 12.0, 1e-12);
}

TEST(DomainSize, UniformMixtureAndOneSpecies_HaveNone) {
  dpd::Fluid fluid = twoSpecies({8.0, 8.0, 1.0}, 2);
  std::vector<glm::dvec3> position;
  std::vector<int> species;
  fillStripes(64.0, position, species, 8, 8);
  EXPECT_FALSE(domainSize(fluid, position, species).has_value());
  fluid.species.resize(1);
  EXPECT_FALSE(domainSize(fluid, position, species).has_value());
}

}  // namespace
}  // namespace gpubuck::reference
