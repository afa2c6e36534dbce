// Solids in a running fluid, compared with double precision: bodies, vessels, holes, and corners
// between them.
#include "dpd/model/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <random>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "dpd/solid_steps.h"
#include "reference/geometry.h"
#include "reference/solids.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using cells::Shape;
using cells::ShapeKind;

constexpr double kPi = std::numbers::pi;

class SolidsTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SolidsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

Shape sphere(const glm::dvec3& centre, double radius) {
  return {.kind = ShapeKind::Sphere, .centre = centre, .radius = radius};
}

Shape layer(int axis, double from, double to) {
  return {.kind = ShapeKind::Layer, .axis = axis, .from = from, .to = to};
}

Shape cylinder(int axis, const glm::dvec3& centre, double radius) {
  return {.kind = ShapeKind::Cylinder, .centre = centre, .radius = radius, .axis = axis};
}

Fluid fluidIn(const glm::dvec3& size, int dimensions, std::vector<Solid> solids) {
  Fluid fluid = test::plainFluid(size, dimensions);
  fluid.noise = test::kOracleNoise;
  fluid.dt = 0.02;
  fluid.kT = 2.0;
  fluid.solids = std::move(solids);
  return fluid;
}

/// Returns a fluid with a moving sphere in a hollow sphere.
Fluid vesselFluid() {
  Fluid fluid = fluidIn({8.0, 8.5, 7.5}, 3,
                        {{.kind = SolidKind::Vessel, .shape = sphere({4.1, 4.7, 3.5}, 3.4)},
                         {.shape = sphere({4.5, 5.5, 2.5}, 1.2), .velocity = {6, 7, -5}}});
  fluid.box.boundary[1] = fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.5, 0.0, -4.0};
  return fluid;
}

/// Returns a fluid with a plate that has a round hole, and a moving sphere on one side of the
/// plate.
Fluid plateFluid() {
  Fluid fluid = fluidIn({9.0, 6.5, 6.0}, 3,
                        {{.shape = layer(0, 4.4, 5.6)},
                         {.kind = SolidKind::Hole, .shape = cylinder(0, {0.0, 0.5, 3.0}, 1.5)},
                         {.shape = sphere({3.0, 3.0, 3.0}, 1.0), .velocity = {9, 2, 1}}});
  fluid.box.boundary[0] = Boundary::Reflecting;
  return fluid;
}

/// Returns a fluid with a swinging block on the floor, a ledge that has a box-shaped hole, and a
/// pillar at the rim of the ledge.
Fluid blockFluid() {
  Fluid fluid = fluidIn(
      {9.0, 7.0, 6.0}, 3,
      {{.shape = {.low = {5.0, 0.0, 0.0}, .high = {9.0, 7.0, 2.0}}},
       {.kind = SolidKind::Hole, .shape = {.low = {6.5, 2.0, -1.0}, .high = {7.8, 5.0, 3.0}}},
       {.shape = cylinder(2, {4.8, 1.5, 0.0}, 0.8)},
       {.shape = {.low = {1.0, 2.0, 2.0}, .high = {2.5, 4.0, 3.5}},
        .velocity = {8, 0, 4},
        .period = 0.3}});
  fluid.box.boundary = {Boundary::Reflecting, Boundary::Periodic, Boundary::Reflecting};
  return fluid;
}

/// Returns the fluid in two dimensions, where a cylinder along z becomes a sphere, which is a disc.
Fluid flattened(Fluid fluid) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.density = 4.0;
  fluid.gravity.z = 0.0;
  for (Solid& solid : fluid.solids) {
    solid.velocity.z = 0.0;
    if (solid.shape.kind == ShapeKind::Cylinder && solid.shape.axis == 2) {
      solid.shape.kind = ShapeKind::Sphere;
      solid.shape.axis = 1;
    }
    if (solid.shape.kind != ShapeKind::Box && solid.shape.kind != ShapeKind::Layer) {
      solid.shape.centre.z = 0.0;
    }
  }
  return fluid;
}

void expectHits(texel::Engine engine, const Fluid& fluid, std::size_t count, int steps,
                const std::vector<int>& least) {
  const std::vector<int> hits =
      test::expectSolidSteps(engine, fluid, test::freeState(fluid, count), steps, 2e-3);
  for (std::size_t k = 0; k < hits.size(); ++k) EXPECT_GE(hits[k], least[k]) << "solid " << k;
}

TEST_P(SolidsTest, Vessel_MatchesTheOracle) {
  expectHits(GetParam(), vesselFluid(), 450, 8, {60, 10});
  Fluid verlet = vesselFluid();
  verlet.integrator = Integrator::VelocityVerlet;
  expectHits(GetParam(), verlet, 450, 3, {20, 3});
  expectHits(GetParam(), flattened(vesselFluid()), 100, 12, {20, 5});
}

TEST_P(SolidsTest, PlateWithAHole_MatchesTheOracle) {
  expectHits(GetParam(), plateFluid(), 800, 8, {25, 3, 10});
  Fluid flat = flattened(plateFluid());
  flat.box.boundary[1] = Boundary::Reflecting;
  expectHits(GetParam(), flat, 160, 12, {10, 1, 3});
}

TEST_P(SolidsTest, BlocksAndPillars_MatchTheOracle) {
  expectHits(GetParam(), blockFluid(), 700, 12, {20, 100, 8, 5});
  expectHits(GetParam(), flattened(blockFluid()), 120, 12, {15, 50, 3, 5});
}

// Particles that begin in the body are brought out of it. Particles deep inside of it are brought
// to within 1/2 of its surface.
TEST_P(SolidsTest, BodyAmongParticles_MatchesTheOracle) {
  Fluid fluid = fluidIn({7.0, 6.0, 6.5}, 3,
                        {{.shape = sphere({1.0, 3.0, 4.0}, 1.6), .velocity = {-5, 2, 3}}});
  fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.0, 0.5, -1.0};
  const auto hits = [&](const Fluid& of, std::size_t count) {
    return test::expectSolidSteps(GetParam(), of, test::randomState(of, count), 12, 2e-3)[0];
  };
  EXPECT_GT(hits(fluid, 700), 60);
  Fluid flat = fluidIn({12.0, 9.0, 1.0}, 2,
                       {{.shape = sphere({6.0, 4.0, 0.0}, 2.0), .velocity = {8, -3, 0}}});
  flat.box.boundary = {Boundary::Reflecting, Boundary::Periodic, Boundary::Periodic};
  EXPECT_GT(hits(flat, 330), 30);
}

/// Drags the last solid around. Expects that no particle enters a solid, and that particles pass a
/// plate across x at `middle` only through a hole. Returns how many particles pass the hole.
int stirred(texel::Engine engine, const Fluid& fluid, std::size_t count, double middle = -1.0) {
  const texel::Device device = test::makeDevice(engine);
  Simulation simulation(device, fluid, {}, test::freeState(fluid, count));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(-0.2, 1.2);
  const std::size_t last = fluid.solids.size() - 1;
  glm::dvec3 target(0.0);
  int passed = 0;
  for (int step = 0; step < 90 && !::testing::Test::HasFailure(); ++step) {
    if (step % 10 == 0) {
      target = fluid.box.size * glm::dvec3(share(random), share(random), share(random));
    }
    simulation.steer(last, target);
    const glm::dvec3 from = cells::ShapeInBox(simulation.solids()[last].shape, fluid.box).centre();
    const ParticleState before = test::byId(simulation.downloadState());
    simulation.step();
    simulation.checkFailure();
    Fluid then = fluid;
    then.solids = simulation.solids();
    EXPECT_FALSE(faultOf(then.room(), fluid.dt).has_value());
    const glm::dvec3 to = cells::ShapeInBox(then.solids[last].shape, fluid.box).centre();
    EXPECT_LE(glm::length(fluid.box.nearestImage(to - from)), kSolidReach + 1e-9);
    const ParticleState after = test::byId(simulation.downloadState());
    for (std::size_t i = 0; i < count; ++i) {
      const glm::dvec3 place(after.position[i]), start(before.position[i]);
      SCOPED_TRACE(fmt::format("step {}, particle {}", step, i));
      for (std::size_t k = 0; k < then.solids.size(); ++k) {
        // A coordinate may be rounded into a solid.
        EXPECT_FALSE(reference::isInSolid(then, k, place) &&
                     reference::fromSurfaces(then, place) > 2e-6)
            << k;
      }
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        EXPECT_GE(place[axis], 0.0);
        EXPECT_LE(place[axis], fluid.box.size[axis]);
      }
      if (middle < 0.0 || (start.x < middle) == (place.x < middle)) continue;
      ++passed;
      for (const glm::dvec3& each : {start, place}) {
        EXPECT_TRUE(fluid.solids[1].kind == SolidKind::Hole &&
                    cells::ShapeInBox(fluid.solids[1].shape, fluid.box).distance(each) < 1e-5);
      }
    }
  }
  return passed;
}

TEST_P(SolidsTest, Walls_LetNothingThrough) {
  stirred(GetParam(), vesselFluid(), 450);
  stirred(GetParam(), flattened(vesselFluid()), 100);
  EXPECT_GT(stirred(GetParam(), plateFluid(), 700, 5.0), 20);
  EXPECT_GT(stirred(GetParam(), flattened(plateFluid()), 100, 5.0), 5);
}

TEST_P(SolidsTest, DraggedBody_StaysEmpty) {
  Fluid walls = fluidIn({6.0, 6.5, 7.0}, 3, {{.shape = sphere({3.0, 3.0, 3.0}, 1.7)}});
  walls.kT = 1.0;
  stirred(GetParam(), walls, 600);  // through periodic sides
  walls.box.boundary.fill(Boundary::Reflecting);
  stirred(GetParam(), walls, 600);
  Fluid block = walls;
  block.solids[0].shape = {.low = {2.0, 2.0, 2.0}, .high = {4.0, 3.5, 4.5}};
  stirred(GetParam(), block, 600);
  Fluid flat = fluidIn({10.0, 9.0, 1.0}, 2, {{.shape = sphere({3.0, 3.0, 0.0}, 1.7)}});
  flat.box.boundary[1] = Boundary::Reflecting;
  stirred(GetParam(), flat, 260);
}

TEST_P(SolidsTest, Motion_ContinuesBitForBitFromAnyStep) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = blockFluid();
  fluid.solids.push_back({.shape = sphere({3.0, 5.0, 4.0}, 0.7), .velocity = {8, -6, 6}});
  const auto advance = [](Simulation& simulation) {
    for (int k = 0; k < 20; ++k) simulation.step();
  };
  Simulation whole(device, fluid, {}, test::freeState(fluid, 500));
  advance(whole);
  Fluid then = fluid;
  then.solids = whole.solids();
  EXPECT_NE(then.solids.back().velocity, fluid.solids.back().velocity) << "it has met no wall";
  Simulation second(device, then, {}, whole.downloadState(), whole.clock());
  second.restoreLists(whole.downloadLists());
  advance(whole);
  advance(second);
  EXPECT_EQ(whole.solids(), second.solids());
  test::expectSameState(test::byId(whole.downloadState()), test::byId(second.downloadState()));
}

TEST_P(SolidsTest, WithoutContact_ChangeNoBit) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = fluidIn({6.0, 6.0, 16.0}, 3, {});
  ParticleState state = test::randomState(fluid, 500);
  for (glm::vec4& position : state.position) position.z = 1.0F + 0.3F * position.z;
  Simulation without(device, fluid, {}, state), with(device, fluid, {}, state);
  for (int step = 0; step < 12; ++step) {
    // The solids are added and removed every few steps.
    std::vector<Solid> solids;
    if (step % 6 < 3) solids.push_back({.shape = sphere({3.0, 3.0, 11.0}, 1.5)});
    if (step % 4 < 2) solids.push_back({.shape = layer(2, 8.5, 10.0)});
    with.setSolids(solids);
    with.step();
    without.step();
  }
  test::expectSameState(test::byId(without.downloadState()), test::byId(with.downloadState()));
}

TEST_P(SolidsTest, OtherChangesOfTheFluid_KeepThem) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid =
      fluidIn({6.0, 6.0, 6.0}, 3, {{.shape = sphere({3.0, 3.0, 3.0}, 1.0), .velocity = {2, 0, 0}}});
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 300));
  const auto x = [&] { return simulation.solids()[0].shape.centre.x; };
  simulation.step();
  fluid.gravity = {0.0, 1.0, 0.0};
  simulation.setFluid(fluid);
  EXPECT_DOUBLE_EQ(x(), 3.04);
  fluid.solids[0].velocity.x = 1.0;
  simulation.setFluid(fluid);
  EXPECT_DOUBLE_EQ(x(), 3.04);
  EXPECT_EQ(simulation.solids()[0].velocity.x, 1.0);
  fluid.solids[0].shape.centre.x = 1.0;
  // The step under way is completed with the old velocity.
  simulation.advance(100);
  simulation.setFluid(fluid);
  EXPECT_DOUBLE_EQ(x(), 3.04);
  simulation.step();
  EXPECT_EQ(x(), 1.0);
  simulation.step();
  EXPECT_DOUBLE_EQ(x(), 1.02);
}

// solidsWith() returns the solids for another simulation: with all changes, also with changes
// within a step.
TEST_P(SolidsTest, AnotherSimulation_KeepsThemAsSet) {
  const texel::Device device = test::makeDevice(GetParam());
  const std::vector<Solid> put{{.shape = sphere({1.0, 2.0, 3.0}, 0.5), .velocity = {0, 4, 0}}};
  Fluid fluid =
      fluidIn({6.0, 6.0, 6.0}, 3, {{.shape = sphere({3.0, 3.0, 3.0}, 1.0), .velocity = {2, 0, 0}}});
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 300));
  simulation.step();
  EXPECT_EQ(simulation.solidsWith(fluid), simulation.solids());
  Fluid other = fluid;
  other.solids[0].velocity.x = 5.0;
  EXPECT_DOUBLE_EQ(simulation.solidsWith(other)[0].shape.centre.x, 3.04);
  EXPECT_EQ(simulation.solidsWith(other)[0].velocity.x, 5.0);
  other.dt = 0.1;  // a body may move by at most 0.25 in a step
  EXPECT_DOUBLE_EQ(simulation.solidsWith(other)[0].velocity.x, 2.5);
  simulation.advance(100);
  simulation.setSolids(put);
  EXPECT_EQ(simulation.solidsWith(simulation.fluid()), put);
  EXPECT_DOUBLE_EQ(simulation.solids()[0].shape.centre.x, 3.04);
  simulation.step();
  EXPECT_EQ(simulation.solids(), put);
}

// Solids take up momentum, also along periodic axes. The volume in observables is the volume of the
// room.
TEST_P(SolidsTest, Measurements_AreThoseOfTheRoom) {
  const texel::Device device = test::makeDevice(GetParam());
  const double ball = 4.0 / 3.0 * kPi;
  const Fluid vessel = vesselFluid(), plate = plateFluid(), block = blockFluid();
  // A part of the pillar is in the ledge, too: the segment of its cross-section that is 0.2 or more
  // from the pillar's axis.
  const double partOfPillar = 2.0 * (0.64 * std::acos(0.25) - 0.2 * std::sqrt(0.6));
  const std::vector<std::pair<Fluid, double>> cases{
      {vessel, ball * (std::pow(3.4, 3.0) - std::pow(1.2, 3.0))},
      {plate, 9.0 * 6.5 * 6.0 - 1.2 * (6.5 * 6.0 - kPi * 1.5 * 1.5) - ball},
      {block, 9.0 * 7.0 * 6.0 - (4.0 * 7.0 - 1.3 * 3.0) * 2.0 - kPi * 0.64 * 6.0 + partOfPillar -
                  1.5 * 2.0 * 1.5}};
  for (const auto& [fluid, volume] : cases) {
    ASSERT_NEAR(fluid.room().volume(), volume, 1e-4 * volume);
    const ParticleState state = test::freeState(fluid, 300);
    const Observables inside = Simulation(device, fluid, {}, state).measure();
    EXPECT_NEAR(inside.temperature, 2.0 * inside.kineticEnergy / 900.0, 1e-9);
    Fluid open = fluid;
    open.solids.clear();
    const Observables without = Simulation(device, open, {}, state).measure();
    EXPECT_NEAR(inside.pressure * fluid.room().volume(), without.pressure * open.box.volume(),
                1e-6);
    int periodic = 0;
    for (int axis = 0; axis < 3; ++axis) periodic += open.box.isPeriodic(axis) ? 1 : 0;
    EXPECT_NEAR(without.temperature, 2.0 * inside.kineticEnergy / (900.0 - periodic), 1e-9);
  }
}

TEST_P(SolidsTest, SurfaceTension_IsThatOfABoxOnly) {
  const texel::Device device = test::makeDevice(GetParam());
  for (const int dimensions : {3, 2}) {
    const double depth = dimensions == 3 ? 4.0 : 0.0;
    Fluid fluid = fluidIn({8.0, 8.0, dimensions == 3 ? 8.0 : 1.0}, dimensions,
                          {{.shape = sphere({4.0, 4.0, depth}, 2.0)}});
    const ParticleState state = test::freeState(fluid, 20);
    EXPECT_EQ(Simulation(device, fluid, {}, state).measure().surfaceTension, std::nullopt);
    fluid.solids.clear();
    EXPECT_NE(Simulation(device, fluid, {}, state).measure().surfaceTension, std::nullopt);
  }
}

}  // namespace
}  // namespace gpubuck::dpd
