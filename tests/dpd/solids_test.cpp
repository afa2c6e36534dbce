// The fixed walls in a box, compared with double precision: a container and a partition.
#include "dpd/model/solids.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "dpd/solid_steps.h"
#include "reference/geometry.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;

class SolidsTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SolidsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

/// Three dimensions, one periodic side; the sphere moves towards the glass.
Fluid containedFluid(Integrator integrator = Integrator::LeapfrogAb2) {
  Fluid fluid = test::plainFluid({8.0, 8.5, 7.5});
  fluid.box.boundary[1] = fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.noise = test::kOracleNoise;
  fluid.integrator = integrator;
  fluid.dt = 0.02;
  fluid.gravity = {0.5, 0.0, -4.0};
  fluid.container = {.radius = 3.4, .centre = {4.1, 4.7, 3.5}};
  fluid.obstacle = {.radius = 1.2, .centre = {4.5, 5.5, 2.5}, .velocity = {6, 7, -5}};
  return fluid;
}

Fluid partedFluid() {
  Fluid fluid = test::plainFluid({9.0, 6.5, 6.0});
  fluid.box.boundary[0] = Boundary::Reflecting;
  fluid.noise = test::kOracleNoise;
  fluid.dt = 0.02;
  fluid.kT = 2.0;
  fluid.partition = {.thickness = 1.2,
                     .axis = 0,
                     .position = 5.0,
                     .holeRadius = 1.5,
                     .holeCentre = {0.0, 0.5, 3.0}};
  fluid.obstacle = {.radius = 1.0, .centre = {3.0, 3.0, 3.0}, .velocity = {9, 2, 1}};
  return fluid;
}

/// Returns the fluid in two dimensions.
Fluid flattened(Fluid fluid) {
  const cells::Box box = fluid.box;
  fluid.box.dimensions = 2;
  fluid.box.size = {box.size.x, box.size.y, 1.0};
  fluid.gravity.z = fluid.container.centre.z = fluid.obstacle.centre.z = 0.0;
  fluid.obstacle.velocity.z = fluid.partition.holeCentre.z = 0.0;
  fluid.density = 4.0;
  return fluid;
}

/// Returns the distance of a place from the nearest surface of a solid.
double fromSurface(const Fluid& fluid, const glm::dvec3& place) {
  double least =
      std::abs(glm::length(reference::nearestImage(fluid.box, place, fluid.obstacle.centre)) -
               fluid.obstacle.radius);
  if (fluid.container.isThere()) {
    least = std::min(
        least, std::abs(glm::length(place - fluid.container.centre) - fluid.container.radius));
  }
  if (const Partition& plate = fluid.partition; plate.isThere()) {
    glm::dvec3 across = reference::nearestImage(fluid.box, place, plate.holeCentre);
    across[plate.axis] = 0.0;
    least = std::min({least, std::abs(place[plate.axis] - plate.low()),
                      std::abs(place[plate.axis] - plate.high()),
                      std::abs(glm::length(across) - plate.holeRadius)});
  }
  return least;
}

/// Compares some steps. Returns how many particles the walls have turned back.
int expectSteps(texel::Engine engine, const Fluid& fluid, std::size_t count, int steps) {
  return test::expectSolidSteps(
      engine, fluid, test::freeState(fluid, count), steps,
      {.remove =
           [](Fluid& without) {
             without.container = {};
             without.partition = {};
           },
       // At a surface, rounding decides whether a particle is inside.
       .isUnclear = [](const Fluid& then,
                       const glm::dvec3& place) { return fromSurface(then, place) < 1e-4; },
       .velocityTolerance = 2e-3});
}

TEST_P(SolidsTest, Container_MatchesTheOracle) {
  EXPECT_GT(expectSteps(GetParam(), containedFluid(), 450, 8), 60);
  const Fluid verlet = containedFluid(Integrator::VelocityVerlet);
  EXPECT_GT(expectSteps(GetParam(), verlet, 450, 3), 20);
  EXPECT_GT(expectSteps(GetParam(), flattened(containedFluid()), 100, 12), 20);
}

TEST_P(SolidsTest, Partition_MatchesTheOracle) {
  EXPECT_GT(expectSteps(GetParam(), partedFluid(), 800, 8), 25);
  Fluid flat = flattened(partedFluid());
  flat.box.boundary[1] = Boundary::Reflecting;
  EXPECT_GT(expectSteps(GetParam(), flat, 160, 12), 10);
}

/// Drags the sphere about in a hot fluid. No particle enters a solid,
/// and the hole is the only way to the other side of the plate. Returns how many take it.
int stirred(texel::Engine engine, Fluid fluid, std::size_t count) {
  fluid.kT = 2.0;
  const texel::Device device = test::makeDevice(engine);
  Simulation simulation(device, fluid, {}, test::freeState(fluid, count));
  const Container& container = fluid.container;
  const Partition& plate = fluid.partition;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(-0.2, 1.2);
  glm::dvec3 target(0.0);
  int passed = 0;
  for (int step = 0; step < 90; ++step) {
    if (step % 10 == 0) {
      target = fluid.box.size * glm::dvec3(share(random), share(random), share(random));
    }
    Obstacle steeredTo = steered(simulation.obstacle(), fluid.room(), fluid.dt, target);
    // Faster, it would accelerate particles between it and a wall until they fail.
    steeredTo.velocity *= 0.5;
    simulation.setObstacle(steeredTo);
    const ParticleState before = test::byId(simulation.downloadState());
    simulation.step();
    simulation.checkFailure();
    const Obstacle& obstacle = simulation.obstacle();
    EXPECT_FALSE(faultOf(obstacle, fluid.room(), fluid.dt).has_value());
    const ParticleState after = test::byId(simulation.downloadState());
    for (std::size_t i = 0; i < count; ++i) {
      const glm::dvec3 place(after.position[i]), start(before.position[i]);
      SCOPED_TRACE(fmt::format("step {}, particle {}", step, i));
      EXPECT_FALSE(contains(obstacle, fluid.box, place));
      if (container.isThere()) {
        EXPECT_LE(glm::length(place - container.centre), container.radius + 1e-6);
      }
      if (!plate.isThere()) continue;
      EXPECT_TRUE(fluid.room().contains(place));
      if ((start[plate.axis] < plate.position) == (place[plate.axis] < plate.position)) continue;
      ++passed;
      for (const glm::dvec3& each : {start, place}) {
        glm::dvec3 across = reference::nearestImage(fluid.box, each, plate.holeCentre);
        across[plate.axis] = 0.0;
        EXPECT_LE(glm::length(across), plate.holeRadius + 1e-5);
      }
    }
    if (::testing::Test::HasFailure()) break;
  }
  return passed;
}

TEST_P(SolidsTest, Walls_LetNothingThrough) {
  stirred(GetParam(), containedFluid(), 450);
  stirred(GetParam(), flattened(containedFluid()), 100);
  EXPECT_GT(stirred(GetParam(), partedFluid(), 700), 20);
  EXPECT_GT(stirred(GetParam(), flattened(partedFluid()), 100), 5);
}

// Walls take up momentum along periodic axes, too. The volume is the container's.
TEST_P(SolidsTest, Measurements_AreThoseInTheContainer) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = containedFluid();
  fluid.obstacle = {};
  const ParticleState state = test::freeState(fluid, 400);
  const Observables inside = Simulation(device, fluid, {}, state).measure();
  const double volume = 4.0 / 3.0 * 3.14159265358979 * std::pow(3.4, 3.0);
  EXPECT_NEAR(inside.temperature, 2.0 * inside.kineticEnergy / 1200.0, 1e-9);
  fluid.container = {};
  const Observables open = Simulation(device, fluid, {}, state).measure();
  EXPECT_NEAR(inside.pressure * volume, open.pressure * fluid.box.volume(), 1e-6);
  EXPECT_NEAR(open.temperature, 2.0 * inside.kineticEnergy / 1199.0, 1e-9);
}

// The walls of a container would count as surfaces of a slab.
TEST_P(SolidsTest, SurfaceTension_IsThatOfABoxOnly) {
  const texel::Device device = test::makeDevice(GetParam());
  for (const int dimensions : {3, 2}) {
    Fluid fluid = test::plainFluid({8.0, 8.0, dimensions == 3 ? 8.0 : 1.0}, dimensions);
    fluid.container = {.radius = 3.4, .centre = {4.0, 4.0, dimensions == 3 ? 4.0 : 0.0}};
    const ParticleState state = test::freeState(fluid, 20);
    EXPECT_EQ(Simulation(device, fluid, {}, state).measure().surfaceTension, std::nullopt);
    fluid.container = {};
    EXPECT_NE(Simulation(device, fluid, {}, state).measure().surfaceTension, std::nullopt);
  }
}

TEST(Solids, OfNoUse_AreRefused) {
  const auto why = [](const auto& change) {
    Fluid fluid = test::plainFluid({8.0, 9.0, 10.0});
    fluid.box.boundary[2] = Boundary::Reflecting;
    change(fluid);
    const auto fault = faultOf(fluid.room());
    return fault ? fault->key + ": " + fault->why : "";
  };
  const auto container = [&](double radius, const glm::dvec3& centre) {
    return why([&](Fluid& fluid) { fluid.container = {radius, centre}; });
  };
  EXPECT_EQ(container(3.5, {3.5, 5.5, 3.5}), "");
  EXPECT_TRUE(test::names(container(0.5, {4, 4, 4}), {"container.radius", "1", "0.5"}));
  EXPECT_TRUE(test::names(container(4.5, {4, 4, 4}), {"container.radius", "4.5", "8"}));
  EXPECT_TRUE(test::names(container(3.75, {4, 4, 4}), {"container.radius", "3.75", "1", "8"}));
  EXPECT_TRUE(test::names(container(3.5, {4, 4, 7}), {"container.centre.2", "7", "3.5", "6.5"}));
  const auto partition = [&](const Partition& plate) {
    return why([&](Fluid& fluid) { fluid.partition = plate; });
  };
  EXPECT_EQ(partition({.thickness = 1, .axis = 2, .position = 8.5, .holeRadius = 99}), "");
  EXPECT_TRUE(test::names(partition({.thickness = 0.5, .axis = 2, .position = 5}),
                          {"partition.thickness", "1", "0.5"}));
  EXPECT_TRUE(test::names(partition({.thickness = 1, .axis = 0, .position = 5}),
                          {"partition.axis", "x", "reflecting", "box.boundary"}));
  EXPECT_TRUE(test::names(partition({.thickness = 1, .axis = 2, .position = 9}),
                          {"partition.position", "9", "1.5", "8.5", "1"}));
  EXPECT_TRUE(
      test::names(partition({.thickness = 1, .axis = 2, .position = 5, .holeCentre = {1, 10, 99}}),
                  {"partition.hole_centre.1", "10", "0", "9"}));
  EXPECT_TRUE(test::names(why([](Fluid& fluid) {
                            fluid.container = {3.0, glm::dvec3(4.0)};
                            fluid.partition = {.thickness = 1, .axis = 2, .position = 5};
                          }),
                          {"partition.thickness", "container"}));
}

TEST(Solids, ObstacleInAWall_IsRefused) {
  const auto why = [](const Fluid& fluid, const Obstacle& obstacle) {
    const auto fault = faultOf(obstacle, fluid.room(), fluid.dt);
    return fault ? fault->key + ": " + fault->why : "";
  };
  const Fluid contained = containedFluid();
  const glm::dvec3 middle = contained.container.centre;
  EXPECT_EQ(why(contained, {.radius = 2.0, .centre = middle + glm::dvec3(0, 1.4, 0)}), "");
  EXPECT_TRUE(test::names(why(contained, {.radius = 2.0, .centre = middle + glm::dvec3(0, 1.5, 0)}),
                          {"obstacle.centre", "container"}));
  EXPECT_TRUE(test::names(why(contained, {.radius = 2.5, .centre = middle}),
                          {"obstacle.radius", "2.5", "2.4"}));
  const Fluid parted = partedFluid();  // from 4.4 to 5.6
  EXPECT_EQ(why(parted, {.radius = 1.0, .centre = {3.4, 3, 3}}), "");
  EXPECT_TRUE(test::names(why(parted, {.radius = 1.0, .centre = {3.5, 3, 3}}),
                          {"obstacle.centre.0", "3.5", "partition", "4.4", "5.6"}));
  EXPECT_TRUE(test::names(why(parted, {.radius = 1.8, .centre = {7, 3, 3}}),
                          {"obstacle.radius", "1.8", "partition"}));
  for (const Fluid& fluid : {contained, parted, flattened(contained), flattened(parted)}) {
    const double largest = largestObstacle(fluid.room());
    const Obstacle there = fitted({.radius = largest, .centre = {5.01, 1.0, 0.0}}, fluid.room());
    EXPECT_EQ(why(fluid, there), "");
  }
}

}  // namespace
}  // namespace gpubuck::dpd
