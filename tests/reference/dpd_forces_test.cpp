#include "reference/dpd_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <random>

#include "reference/geometry.h"
#include "reference/philox.h"

namespace gpubuck::reference {
namespace {

// Sums have a few dozen terms of at most 100, so that rounding in double precision stays below 64 *
// 100 * 2^-52 = 1.4e-12.
constexpr double kRounding = 1e-11;

dpd::Fluid fluidOf(glm::dvec3 size, int dimensions = 3) {
  dpd::Fluid fluid;
  fluid.box.size = size;
  fluid.box.dimensions = dimensions;
  fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 2.0, 0.5, ""}};
  fluid.pairs = {{25.0, 4.5}, {40.0, 6.0}, {40.0, 6.0}, {30.0, 5.0}};
  fluid.dt = 0.04;
  return fluid;
}

constexpr double kPi = std::numbers::pi;

double noNoise(int, int) { return 0.0; }

TEST(NearestImage, WrapsPeriodicAxesOnly) {
  cells::Box box{{4.0, 5.0, 6.0}};
  box.boundary[2] = cells::Boundary::Reflecting;
  const glm::dvec3 d = nearestImage(box, {0.25, 4.75, 5.5}, {3.75, 0.25, 0.5});
  EXPECT_EQ(d, glm::dvec3(0.5, -0.5, 5.0));
}

TEST(NearestImage, IsFlatInTwoDimensions) {
  const cells::Box box{{4.0, 5.0, 1.0}, {}, 2};
  EXPECT_EQ(nearestImage(box, {0.25, 1.0, 0.75}, {3.75, 1.0, 0.0}), glm::dvec3(0.5, 0.0, 0.0));
}

// By hand for r = 0.5, w = 0.5, e.v = -2 and theta = 1.5: 25 * 0.5 + 4.5 * 0.25 * 2 + 3 * 0.5 * 1.5
// / 0.2 = 26.
TEST(PairForces, MatchesTheFormulaAcrossAPeriodicSide) {
  const dpd::Fluid fluid = fluidOf({4.0, 4.0, 4.0});
  const ForceInput input{
      {{0.25, 1.0, 1.0}, {3.75, 1.0, 1.0}}, {{-2.0, 7.0, 0.0}, {0.0, 0.0, 0.0}}, {0, 0}};
  const PairForces result = pairForces(fluid, input, [](int, int) { return 1.5; });
  EXPECT_NEAR(result.force[0].x, 26.0, kRounding);
  EXPECT_EQ(result.force[0], -result.force[1]);
  EXPECT_EQ(result.force[0].y, 0.0);
  EXPECT_NEAR(result.potentialSum, 0.5 * 25.0 * 0.25, kRounding);
  EXPECT_NEAR(result.conservativeVirialSum.x, 0.5 * 12.5, kRounding);
  EXPECT_EQ(result.conservativeVirialSum.y, 0.0);
  EXPECT_NEAR(result.totalVirialSum, 0.5 * 26.0, kRounding);
  EXPECT_NEAR(result.potential[1], 0.5 * result.potentialSum, kRounding);
}

TEST(PairForces, TakesTheCoefficientsOfTheSpecies) {
  const dpd::Fluid fluid = fluidOf({4.0, 4.0, 1.0}, 2);
  const ForceInput input{{{1.0, 1.0, 0.0}, {1.0, 1.25, 0.0}}, {{}, {}}, {1, 0}};
  EXPECT_NEAR(pairForces(fluid, input, noNoise).force[0].y, -40.0 * 0.75, kRounding);
}

// The distance is (0.3, 0.4, 0), and a w = 25 * 0.5 acts along it: r_x F_x = 12.5 * 0.09 / 0.5, r_y
// F_y = 12.5 * 0.16 / 0.5.
TEST(PairForces, ShareTheConservativeVirialByAxis) {
  const dpd::Fluid fluid = fluidOf({4.0, 4.0, 4.0});
  const ForceInput input{{{1.0, 1.0, 1.0}, {1.3, 1.4, 1.0}}, {{9.0, 0.0, 0.0}, {}}, {0, 0}};
  const PairForces result = pairForces(fluid, input, [](int, int) { return 1.0; });
  EXPECT_NEAR(result.conservativeVirialSum.x, 2.25, kRounding);
  EXPECT_NEAR(result.conservativeVirialSum.y, 4.0, kRounding);
  EXPECT_EQ(result.conservativeVirialSum.z, 0.0);
  EXPECT_NEAR(result.conservativeVirial[1].y, 2.0, kRounding);
}

TEST(PairForces, VanishBeyondTheCutOffAndAtContact) {
  const dpd::Fluid fluid = fluidOf({4.0, 4.0, 4.0});
  const ForceInput input{{{1.0, 1.0, 1.0}, {1.0, 1.0, 2.0}, {3.0, 3.0, 3.0}, {3.0, 3.0, 3.0}},
                         std::vector<glm::dvec3>(4),
                         {0, 0, 0, 0}};
  const PairForces result = pairForces(fluid, input, [](int, int) { return 1.0; });
  for (const glm::dvec3& force : result.force) EXPECT_EQ(force, glm::dvec3(0.0));
  EXPECT_EQ(result.potentialSum, 12.5);  // potential of the two particles in one place
}

void expectGradient(dpd::Fluid fluid) {
  for (auto& pair : fluid.pairs) pair.gamma = 0.0;
  const bool isFlat = fluid.box.dimensions == 2;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> coordinate(0.0, 3.0);
  ForceInput input;
  for (int i = 0; i < 40; ++i) {
    input.position.emplace_back(coordinate(random), coordinate(random),
                                isFlat ? 0.0 : coordinate(random));
    input.species.push_back(i % 2);
  }
  input.velocity.resize(40);
  const PairForces result = pairForces(fluid, input, noNoise);
  ASSERT_GT(std::abs(result.potentialSum), 10.0);
  // The derivative is a central difference over h. Its truncation error a h^2 / r^2 and its
  // rounding error 1e-13 / h are far below 1e-4.
  const double h = 1e-6;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    ForceInput forward = input;
    ForceInput backward = input;
    forward.position[3][axis] += h;
    backward.position[3][axis] -= h;
    const double slope = (pairForces(fluid, forward, noNoise).potentialSum -
                          pairForces(fluid, backward, noNoise).potentialSum) /
                         (2.0 * h);
    EXPECT_NEAR(result.force[3][axis], -slope, 1e-4);
  }
}

TEST(PairForces, Repulsion_IsMinusThePotentialGradient) {
  expectGradient(fluidOf({3.0, 3.0, 3.0}));
}

TEST(PairForces, ManyBody_IsMinusThePotentialGradient) {
  for (const int dimensions : {2, 3}) {
    dpd::Fluid fluid = fluidOf({3.0, 3.0, dimensions == 2 ? 1.0 : 3.0}, dimensions);
    fluid.law = dpd::PairLawKind::ManyBody;
    for (auto& pair : fluid.pairs) pair.a = -pair.a;
    fluid.manyBody = {25.0, 0.75, dpd::DensityKernel::Warren};
    expectGradient(fluid);
  }
}

TEST(PairForces, DensityKernels_IntegrateToOne) {
  for (const int dimensions : {2, 3}) {
    for (const auto& kernel : dpd::kDensityKernels) {
      dpd::Fluid fluid = fluidOf({3.0, 3.0, 3.0}, dimensions);
      fluid.manyBody = {25.0, 0.75, kernel.value};
      constexpr int kSlices = 20'000;
      double sum = 0.0;
      for (int k = 0; k < kSlices; ++k) {
        const double r = (k + 0.5) * 0.75 / kSlices;
        const double shell = dimensions == 2 ? 2.0 * kPi * r : 4.0 * kPi * r * r;
        sum += densityAt(fluid, r) * shell * 0.75 / kSlices;
      }
      EXPECT_NEAR(sum, 1.0, 1e-6) << kernel.name << ", " << dimensions;
    }
  }
}

TEST(PairForces, ConserveMomentumAndShareTheSums) {
  const dpd::Fluid fluid = fluidOf({3.0, 3.0, 3.0});
  std::mt19937 random(11);
  std::uniform_real_distribution<double> coordinate(0.0, 3.0);
  ForceInput input;
  for (int i = 0; i < 60; ++i) {
    input.position.emplace_back(coordinate(random), coordinate(random), coordinate(random));
    input.velocity.emplace_back(coordinate(random), -coordinate(random), 0.0);
    input.species.push_back(i % 2);
  }
  int asked = 0;
  const PairForces result = pairForces(fluid, input, [&](int i, int j) {
    EXPECT_LT(i, j);
    ++asked;
    return philoxPairNoise(1, 1, i, j);
  });
  ASSERT_GT(asked, 100);
  glm::dvec3 sum(0.0);
  for (const glm::dvec3& force : result.force) sum += force;
  double potential = 0.0;
  double virial = 0.0;
  glm::dvec3 conservative(0.0);
  for (std::size_t i = 0; i < 60; ++i) {
    potential += result.potential[i];
    virial += result.totalVirial[i];
    conservative += result.conservativeVirial[i];
  }
  EXPECT_LT(glm::length(sum), kRounding);
  EXPECT_NEAR(potential, result.potentialSum, 1e-9);
  EXPECT_NEAR(virial, result.totalVirialSum, 1e-9);
  EXPECT_LT(glm::length(conservative - result.conservativeVirialSum), 1e-9);
}

}  // namespace
}  // namespace gpubuck::reference
