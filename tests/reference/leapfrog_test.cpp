#include "reference/leapfrog.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/error.h"

namespace gpubuck::reference {
namespace {

dpd::Fluid fluidOf(double mass) {
  dpd::Fluid fluid;
  fluid.box.size = {4.0, 4.0, 4.0};
  fluid.box.boundary[2] = cells::Boundary::Reflecting;
  fluid.species = {{"only", mass, 1.0, ""}};
  fluid.pairs = {{25.0, 0.0}};
  fluid.dt = 0.25;
  return fluid;
}

LeapfrogState oneParticle(glm::dvec3 position, glm::dvec3 velocity) {
  return {{position}, {velocity}, {velocity}, {0}};
}

// All numbers below are multiples of 1/64, so that they are exact in double precision.
TEST(Leapfrog, MovesByTheNewHalfStepVelocity) {
  dpd::Fluid fluid = fluidOf(2.0);
  fluid.gravity = {0.0, -1.0, 0.0};
  const auto step =
      leapfrog(fluid, oneParticle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}), {{4.0, 0.0, 0.0}});
  EXPECT_EQ(step.next.velocity[0], glm::dvec3(1.5, -0.25, 0.0));
  EXPECT_EQ(step.next.position[0], glm::dvec3(1.375, 0.9375, 1.0));
  EXPECT_EQ(step.next.predicted[0], glm::dvec3(1.75, -0.375, 0.0));  // (3 v+ - v-) / 2
  EXPECT_EQ(step.velocityAtStep[0], glm::dvec3(1.25, -0.125, 0.0));
}

// The velocity changes from 1 to 1.5 in a step, so that the prediction is 1 + (1/2 + lambda) / 2.
TEST(Leapfrog, PredictsByItsLambda) {
  dpd::Fluid fluid = fluidOf(2.0);
  fluid.lambda = 0.25;
  const auto predicted = [&] {
    return leapfrog(fluid, oneParticle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}), {{4.0, 0.0, 0.0}})
        .next.predicted[0]
        .x;
  };
  EXPECT_EQ(predicted(), 1.75);
  fluid.integrator = dpd::Integrator::VelocityVerlet;
  EXPECT_EQ(predicted(), 1.375);
  fluid.lambda = 0.5;
  EXPECT_EQ(predicted(), 1.5);
}

TEST(Leapfrog, DrivesTwoStreamsAlongX) {
  dpd::Fluid fluid = fluidOf(2.0);
  fluid.poiseuille = 0.5;
  const auto along = [&](glm::dvec3 position) {
    return leapfrog(fluid, oneParticle(position, {}), {{}}).next.velocity[0];
  };
  EXPECT_EQ(along({1.0, 3.0, 1.0}), glm::dvec3(0.125, 0.0, 0.0));
  EXPECT_EQ(along({3.0, 1.0, 2.0}), glm::dvec3(-0.125, 0.0, 0.0));
  fluid.box.dimensions = 2;
  EXPECT_EQ(along({1.0, 1.0, 3.0}), glm::dvec3(0.125, 0.0, 0.0));
  EXPECT_EQ(along({1.0, 3.0, 1.0}), glm::dvec3(-0.125, 0.0, 0.0));
}

// The noise is sqrt(2 * 1 * 4 / (2 * 1/4)) = 4 times theta. The drag acts on the predicted
// velocity.
TEST(Leapfrog, DragsTowardsRestWithItsNoise) {
  dpd::Fluid fluid = fluidOf(2.0);
  fluid.drag = 1.0;
  fluid.kT = 4.0;
  LeapfrogState state = oneParticle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0});
  state.predicted[0] = {2.0, 0.0, 0.0};
  EXPECT_EQ(leapfrog(fluid, state, {{}}).next.velocity[0], glm::dvec3(0.5, 0.0, 0.0));
  const auto theta = [](int i, int axis) { return i == 0 ? 0.25 * axis : 9.0; };
  EXPECT_EQ(leapfrog(fluid, state, {{}}, theta).next.velocity[0], glm::dvec3(0.5, 0.25, 0.5));
}

TEST(Leapfrog, WrapsPeriodicSides) {
  const dpd::Fluid fluid = fluidOf(1.0);
  const auto step = leapfrog(fluid, oneParticle({3.875, 0.125, 2.0}, {1.0, -1.0, 0.0}), {{}});
  EXPECT_EQ(step.next.position[0], glm::dvec3(0.125, 3.875, 2.0));
  EXPECT_EQ(step.next.velocity[0], glm::dvec3(1.0, -1.0, 0.0));
}

TEST(Leapfrog, TinyNegativeCoordinate_StaysBelowTheFarSide) {
  const auto step = leapfrog(fluidOf(1.0), oneParticle({0.0, 1.0, 1.0}, {-1e-20, 0.0, 0.0}), {{}});
  EXPECT_EQ(step.next.position[0].x, 0.0);
}

TEST(Leapfrog, MirrorsAtWallsWithBothVelocities) {
  const dpd::Fluid fluid = fluidOf(1.0);
  const auto low =
      leapfrog(fluid, oneParticle({1.0, 1.0, 0.125}, {0.5, 0.0, -1.0}), {{0.0, 0.0, -1.0}});
  EXPECT_EQ(low.next.position[0].z, 0.1875);  // mirrored from 0.125 - 1.25 / 4 = -0.1875
  EXPECT_EQ(low.next.velocity[0], glm::dvec3(0.5, 0.0, 1.25));
  EXPECT_EQ(low.next.predicted[0].z,
            1.375);  // (3 * 1.25 - 1) / 2, since the previous velocity is reversed, too
  EXPECT_EQ(low.velocityAtStep[0].z, -1.125);
  const auto high = leapfrog(fluid, oneParticle({1.0, 1.0, 3.875}, {0.0, 0.0, 1.0}), {{}});
  EXPECT_EQ(high.next.position[0].z, 3.875);
  EXPECT_EQ(high.next.velocity[0].z, -1.0);
}

TEST(Leapfrog, StopsAtAWholeCellAndAtNaN) {
  const dpd::Fluid fluid = fluidOf(1.0);
  EXPECT_THROW(leapfrog(fluid, oneParticle({1.0, 1.0, 1.0}, {4.0, 0.0, 0.0}), {{}}), RunError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(leapfrog(fluid, oneParticle({1.0, 1.0, 1.0}, {0.0, nan, 0.0}), {{}}), RunError);
}

TEST(Leapfrog, TwoDimensions_KeepZ) {
  dpd::Fluid fluid = fluidOf(1.0);
  fluid.box.dimensions = 2;
  const auto step =
      leapfrog(fluid, oneParticle({1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}), {{0.0, 0.0, 9.0}});
  EXPECT_EQ(step.next.position[0].z, 0.0);
}

// Without thermostat the total energy of the leap-frog oscillates with an amplitude of about dt^2.
// With a quarter of the time step, the deviation must be about a sixteenth. The test only requires
// an eighth, since the motion of 64 particles is chaotic.
TEST(Leapfrog, EnergyError_ShrinksAsTimeStepSquared) {
  const auto deviation = [](double dt) {
    dpd::Fluid fluid = fluidOf(1.0);
    fluid.box.boundary[2] = cells::Boundary::Periodic;
    fluid.dt = dt;
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0.0, 1.0);
    std::uniform_real_distribution<double> coordinate(0.0, 4.0);
    LeapfrogState state;
    for (int i = 0; i < 64; ++i) {
      state.position.emplace_back(coordinate(random), coordinate(random), coordinate(random));
      state.velocity.emplace_back(normal(random), normal(random), normal(random));
      state.species.push_back(0);
    }
    state.predicted = state.velocity;
    double first = 0.0;
    double worst = 0.0;
    const int steps = static_cast<int>(std::lround(0.5 / dt));
    for (int n = 0; n < steps; ++n) {
      const auto forces = pairForces(fluid, state.forceInput(), [](int, int) { return 0.0; });
      const auto step = leapfrog(fluid, state, forces.force);
      double energy = forces.potentialSum;
      for (const glm::dvec3& v : step.velocityAtStep)
        energy += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z);
      if (n == 0) first = energy;
      worst = std::max(worst, std::abs(energy - first));
      state = step.next;
    }
    return worst;
  };
  const double coarse = deviation(0.01);
  ASSERT_GT(coarse, 1e-5);
  EXPECT_LT(deviation(0.0025), coarse / 8.0);
}

}  // namespace
}  // namespace gpubuck::reference
