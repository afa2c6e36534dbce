// The obstacle: a sphere that no particle enters, however it moves.
#include "dpd/model/obstacle.h"

#include <fmt/format.h>

#include <algorithm>
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

class ObstacleTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, ObstacleTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

Fluid withObstacle(const glm::dvec3& size, int dimensions, const Obstacle& obstacle) {
  Fluid fluid = test::plainFluid(size, dimensions);
  fluid.noise = test::kOracleNoise;
  fluid.dt = 0.02;
  fluid.obstacle = obstacle;
  return fluid;
}

double distanceTo(const Fluid& fluid, const Obstacle& obstacle, const glm::vec4& position) {
  return glm::length(reference::nearestImage(fluid.box, glm::dvec3(position), obstacle.centre));
}

/// Compares some steps of a run that begins with particles inside. Returns how many particles the
/// obstacle has turned back.
int expectOracle(texel::Engine engine, const Fluid& fluid, std::size_t count, int steps) {
  const auto isUnclear = [](const Fluid& then, const glm::dvec3& place) {
    const double distance =
        glm::length(reference::nearestImage(then.box, place, then.obstacle.centre));
    // At the surface, rounding decides whether a particle is inside; at the centre, it decides the
    // direction.
    return std::abs(distance - then.obstacle.radius) < 1e-4 || distance < 0.1;
  };
  return test::expectSolidSteps(engine, fluid, test::randomState(fluid, count), steps,
                                {.remove = [](Fluid& without) { without.obstacle = {}; },
                                 .isUnclear = isUnclear,
                                 .velocityTolerance = 1e-3});
}

TEST_P(ObstacleTest, Reflection_MatchesTheOracle) {
  Fluid fluid = withObstacle({7.0, 6.0, 6.5}, 3,
                             {.radius = 1.6, .centre = {1.0, 3.0, 4.0}, .velocity = {-5, 2, 3}});
  fluid.box.boundary[2] = Boundary::Reflecting;
  fluid.gravity = {0.0, 0.5, -1.0};
  EXPECT_GT(expectOracle(GetParam(), fluid, 700, 12), 60);
}

TEST_P(ObstacleTest, ReflectionInTwoDimensions_MatchesTheOracle) {
  Fluid fluid = withObstacle({12.0, 9.0, 1.0}, 2,
                             {.radius = 2.0, .centre = {6.0, 4.0, 0.0}, .velocity = {8, -3, 0}});
  fluid.box.boundary = {Boundary::Reflecting, Boundary::Periodic, Boundary::Periodic};
  EXPECT_GT(expectOracle(GetParam(), fluid, 330, 12), 30);
}

/// Drags a sphere as far as it goes in a step, to places anywhere; now and then it is put
/// somewhere.
void dragAtRandom(texel::Engine engine, const Fluid& fluid, std::size_t count) {
  const texel::Device device = test::makeDevice(engine);
  Simulation simulation(device, fluid, {}, test::randomState(fluid, count));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-0.2, 1.2);
  glm::dvec3 target(0.0);
  double farthest = 0.0;
  for (int step = 0; step < 100; ++step) {
    const auto place = [&] {
      return fluid.box.size * glm::dvec3(unit(random), unit(random), unit(random));
    };
    if (step % 10 == 0) target = place();
    const Obstacle before = simulation.obstacle();
    simulation.setObstacle(steered(before, fluid.box, fluid.dt, target));
    if (step % 50 == 49) {
      // The farthest place that it can reach.
      Obstacle there = simulation.obstacle();
      const glm::dvec3 other = place();
      for (int k = 0; k < 100; ++k) {
        there = moved(steered(there, fluid.box, fluid.dt, other), fluid.box, fluid.dt);
      }
      simulation.setObstacle(there);
    }
    simulation.step();
    simulation.checkFailure();
    const Obstacle& obstacle = simulation.obstacle();
    if (step % 50 != 49) {
      farthest =
          std::max(farthest, glm::length(fluid.box.nearestImage(obstacle.centre - before.centre)));
    }
    for (const glm::vec4& position : simulation.downloadState().position) {
      ASSERT_GE(distanceTo(fluid, obstacle, position), obstacle.radius) << step;
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        ASSERT_GE(position[axis], 0.0F);
        ASSERT_LE(position[axis], static_cast<float>(fluid.box.size[axis]));
      }
    }
  }
  EXPECT_LE(farthest, kObstacleReach + 1e-9);
}

TEST_P(ObstacleTest, DraggedBetweenWalls_StaysEmpty) {
  Fluid fluid = withObstacle({6.0, 6.5, 7.0}, 3, {.radius = 1.7, .centre = {3.0, 3.0, 3.0}});
  fluid.box.boundary = {Boundary::Reflecting, Boundary::Reflecting, Boundary::Reflecting};
  dragAtRandom(GetParam(), fluid, 700);
}

TEST_P(ObstacleTest, DraggedThroughPeriodicSides_StaysEmpty) {
  dragAtRandom(GetParam(),
               withObstacle({6.0, 6.5, 7.0}, 3, {.radius = 1.7, .centre = {3.0, 3.0, 3.0}}), 700);
}

TEST_P(ObstacleTest, InAPlane_StaysEmpty) {
  Fluid fluid = withObstacle({10.0, 9.0, 1.0}, 2, {.radius = 1.7, .centre = {3.0, 3.0, 0.0}});
  fluid.box.boundary[1] = Boundary::Reflecting;
  dragAtRandom(GetParam(), fluid, 300);
}

TEST_P(ObstacleTest, ContinuesBitForBitFromAnyStep) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = withObstacle({6.0, 6.5, 7.0}, 3,
                             {.radius = 1.7, .centre = {3.0, 3.0, 3.0}, .velocity = {9, -7, 3}});
  fluid.box.boundary[0] = Boundary::Reflecting;
  const auto advance = [](Simulation& simulation) {
    for (int k = 0; k < 20; ++k) simulation.step();
  };
  Simulation whole(device, fluid, {}, test::randomState(fluid, 700));
  advance(whole);
  Fluid then = fluid;
  then.obstacle = whole.obstacle();
  EXPECT_NE(then.obstacle.velocity, fluid.obstacle.velocity) << "it has met no side";
  Simulation second(device, then, {}, whole.downloadState(), whole.clock());
  second.restoreLists(whole.downloadLists());
  advance(whole);
  advance(second);
  EXPECT_EQ(whole.obstacle(), second.obstacle());
  test::expectSameState(test::byId(whole.downloadState()), test::byId(second.downloadState()));
}

TEST_P(ObstacleTest, WithoutContact_ChangesNoBit) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = withObstacle({6.0, 6.0, 16.0}, 3, {});
  ParticleState state = test::randomState(fluid, 500);
  for (glm::vec4& position : state.position) position.z = 1.0F + 0.3F * position.z;
  Simulation without(device, fluid, {}, state), with(device, fluid, {}, state);
  for (int step = 0; step < 12; ++step) {
    // It comes and goes.
    with.setObstacle(step % 6 < 3 ? Obstacle{.radius = 1.5, .centre = {3.0, 3.0, 11.0}}
                                  : Obstacle{});
    with.step();
    without.step();
  }
  test::expectSameState(test::byId(without.downloadState()), test::byId(with.downloadState()));
}

TEST_P(ObstacleTest, OtherChangesOfTheFluid_KeepIt) {
  const texel::Device device = test::makeDevice(GetParam());
  const Obstacle given{.radius = 1.0, .centre = {3.0, 3.0, 3.0}, .velocity = {2, 0, 0}};
  Fluid fluid = withObstacle({6.0, 6.0, 6.0}, 3, given);
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 300));
  simulation.step();
  fluid.gravity = {0.0, 1.0, 0.0};
  simulation.setFluid(fluid);
  EXPECT_DOUBLE_EQ(simulation.obstacle().centre.x, 3.04);
  fluid.obstacle.radius = 0.5;
  simulation.setFluid(fluid);
  EXPECT_DOUBLE_EQ(simulation.obstacle().centre.x, 3.04);
  EXPECT_EQ(simulation.obstacle().radius, 0.5);
  fluid.obstacle.centre.x = 1.0;
  // A step under way is completed with the old one.
  simulation.advance(100);
  simulation.setFluid(fluid);
  EXPECT_DOUBLE_EQ(simulation.obstacle().centre.x, 3.04);
  simulation.step();
  EXPECT_EQ(simulation.obstacle().centre.x, 1.0);
  simulation.step();
  EXPECT_DOUBLE_EQ(simulation.obstacle().centre.x, 1.04);
}

// The obstacle is set within a step and between two steps, in every way.
TEST_P(ObstacleTest, AnotherSimulation_KeepsItAsSet) {
  const texel::Device device = test::makeDevice(GetParam());
  const Obstacle given{.radius = 1.0, .centre = {3.0, 3.0, 3.0}, .velocity = {2, 0, 0}};
  const Obstacle put{.radius = 0.5, .centre = {1.0, 2.0, 3.0}, .velocity = {0, 4, 0}};
  Fluid fluid = withObstacle({6.0, 6.0, 6.0}, 3, given);
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 300));
  simulation.step();
  EXPECT_EQ(simulation.obstacleWith(fluid), simulation.obstacle());
  Fluid other = fluid;
  other.obstacle.velocity.x = 5.0;
  EXPECT_DOUBLE_EQ(simulation.obstacleWith(other).centre.x, 3.04);
  EXPECT_EQ(simulation.obstacleWith(other).velocity.x, 5.0);
  other.dt = 0.1;  // in which it may go 0.25
  EXPECT_DOUBLE_EQ(simulation.obstacleWith(other).velocity.x, 2.5);
  simulation.advance(100);
  simulation.setObstacle(put);
  EXPECT_EQ(simulation.obstacleWith(fluid), put);
  EXPECT_DOUBLE_EQ(simulation.obstacle().centre.x, 3.04);
  fluid.obstacle.radius = 0.75;
  simulation.setFluid(fluid);
  Obstacle wider = put;
  wider.radius = 0.75;
  EXPECT_EQ(simulation.obstacleWith(fluid), wider);
  simulation.step();
  EXPECT_EQ(simulation.obstacle(), wider);
}

TEST_P(ObstacleTest, ImpossiblePlace_IsRefused) {
  const texel::Device device = test::makeDevice(GetParam());
  Fluid fluid = withObstacle({6.0, 6.0, 6.0}, 3, {});
  fluid.box.boundary[2] = Boundary::Reflecting;
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 10));
  const auto why = [&](const Obstacle& obstacle) {
    return test::messageOf<InputError>([&] { simulation.setObstacle(obstacle); });
  };
  const glm::dvec3 middle(3.0);
  EXPECT_TRUE(test::names(why({.radius = -1.0, .centre = middle}), {"obstacle.radius", "0", "-1"}));
  EXPECT_TRUE(test::names(why({.radius = 3.5, .centre = middle}), {"obstacle.radius", "3.5", "6"}));
  EXPECT_TRUE(test::names(why({.radius = 1.0, .centre = {3.0, 3.0, 5.5}}),
                          {"obstacle.centre.2", "5.5", "1", "5"}));
  EXPECT_TRUE(test::names(why({.radius = 1.0, .centre = {6.5, 3.0, 3.0}}),
                          {"obstacle.centre.0", "6.5", "0", "6"}));
  EXPECT_TRUE(test::names(why({.radius = 1.0, .centre = middle, .velocity = {0, 20, 0}}),
                          {"obstacle.velocity", "0.4", "0.02", "0.25"}));
  EXPECT_TRUE(why({.radius = std::nan(""), .centre = middle}).starts_with("obstacle.radius"));
  EXPECT_TRUE(
      why({.radius = 1.0, .centre = {std::nan(""), 3.0, 3.0}}).starts_with("obstacle.centre"));
  EXPECT_TRUE(why({.radius = 1.0, .centre = middle, .velocity = {0, std::nan(""), 0}})
                  .starts_with("obstacle.velocity"));
}

/// Steers until the target is reached, in steps as long as they may be, and expects each to shorten
/// the way between nearest images by its length.
void expectSteeredTo(Obstacle obstacle, const cells::Box& box, const glm::dvec3& target) {
  constexpr double kDt = 0.02;
  const auto left = [&] {
    return glm::length(reference::nearestImage(box, target, obstacle.centre));
  };
  const int steps = static_cast<int>(std::ceil(left() / kObstacleReach));
  for (int k = 0; k < steps; ++k) {
    const double before = left();
    obstacle = steered(obstacle, box, kDt, target);
    EXPECT_FALSE(faultOf(obstacle, box, kDt).has_value());
    obstacle = moved(obstacle, box, kDt);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      EXPECT_GE(obstacle.centre[axis], 0.0);
      EXPECT_LT(obstacle.centre[axis], box.size[axis]);
    }
    ASSERT_NEAR(left(), std::max(0.0, before - kObstacleReach), 1e-9) << "step " << k;
  }
  EXPECT_NEAR(left(), 0.0, 1e-9);
}

TEST(ObstacleSteering, TakesTheShortestPathThroughPeriodicSides) {
  cells::Box box;
  box.size = {8.0, 7.0, 6.0};
  for (int axis = 0; axis < 3; ++axis) {
    for (const double direction : {1.0, -1.0}) {
      Obstacle obstacle{.radius = 1.0, .centre = 0.5 * box.size};
      glm::dvec3 target = obstacle.centre;
      // An eighth of a unit before the side, and an eighth beyond it.
      obstacle.centre[axis] = direction > 0.0 ? box.size[axis] - 0.125 : 0.125;
      target[axis] = direction > 0.0 ? 0.125 : box.size[axis] - 0.125;
      const Obstacle on = steered(obstacle, box, 0.02, target);
      EXPECT_NEAR(on.velocity[axis], direction * 0.25 / 0.02, 1e-9);
      EXPECT_NEAR(glm::length(on.velocity), 0.25 / 0.02, 1e-9);
      EXPECT_NEAR(moved(on, box, 0.02).centre[axis], target[axis], 1e-9);
    }
  }
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const auto place = [&] {
    return box.size * glm::dvec3(share(random), share(random), share(random));
  };
  for (int k = 0; k < 50; ++k) expectSteeredTo({.radius = 1.0, .centre = place()}, box, place());
  box.dimensions = 2;
  for (int k = 0; k < 20; ++k) {
    const auto inPlane = [&] { return place() * glm::dvec3(1.0, 1.0, 0.0); };
    expectSteeredTo({.radius = 1.0, .centre = inPlane()}, box, inPlane());
  }
}

/// Drags an obstacle to a place at a wall, whose normal is `normal`, and back. Expects that it
/// slows down only on the way there, the more the nearer the wall is, and that it arrives.
void expectSlowerAtWall(const Room& room, const Obstacle& start, const glm::dvec3& normal,
                        double gap) {
  constexpr double kDt = 0.02;
  const glm::dvec3 end = start.centre + gap * normal;
  Obstacle sphere = start;
  int steps = 0;
  for (double left = gap; left > 1e-9 && steps < 200; ++steps) {
    sphere = steered(sphere, room, kDt, end + 5.0 * normal);
    const double expected = std::min({kObstacleReach, (left + 0.1) / 20.0, left});
    ASSERT_NEAR(glm::dot(sphere.velocity, normal) * kDt, expected, 1e-9) << left;
    ASSERT_NEAR(glm::length(sphere.velocity) * kDt, expected, 1e-9) << left;
    sphere = moved(sphere, room, kDt);
    left = glm::dot(end - sphere.centre, normal);
  }
  EXPECT_GT(steps, 40);
  EXPECT_NEAR(glm::distance(sphere.centre, end), 0.0, 1e-8);
  const Obstacle away = steered(sphere, room, kDt, start.centre);
  EXPECT_NEAR(glm::dot(away.velocity, normal) * kDt, -kObstacleReach, 1e-9);
}

TEST(ObstacleSteering, SlowsDownTowardsWalls) {
  cells::Box box{.size = {30.0, 12.0, 12.0}};
  box.boundary = {Boundary::Reflecting, Boundary::Periodic, Boundary::Reflecting};
  Room room(box);
  const Obstacle sphere{.radius = 1.5, .centre = {6.0, 6.0, 6.0}};
  expectSlowerAtWall(room, sphere, {0.0, 0.0, -1.0}, 4.5);
  expectSlowerAtWall(room, sphere, {0.0, 0.0, 1.0}, 4.5);
  room.partition = {.thickness = 1.0, .axis = 0, .position = 12.0};
  expectSlowerAtWall(room, sphere, {1.0, 0.0, 0.0}, 4.0);
  expectSlowerAtWall(room, {.radius = 1.5, .centre = {17.0, 6.0, 6.0}}, {-1.0, 0.0, 0.0}, 3.0);
  // Along the floor and across a periodic side nothing slows it.
  const Obstacle onFloor{.radius = 1.5, .centre = {6.0, 10.0, 1.5}};
  EXPECT_NEAR(steered(onFloor, room, 0.02, {6.0, 2.0, 1.5}).velocity.y, 0.25 / 0.02, 1e-9);

  Room globe(cells::Box{.size = {20.0, 20.0, 20.0}});
  globe.container = {.radius = 9.0, .centre = {10.0, 10.0, 10.0}};
  const Obstacle middle{.radius = 2.0, .centre = globe.container.centre};
  for (const glm::dvec3& normal : {glm::dvec3(0.6, 0.0, -0.8), glm::dvec3(0.0, 1.0, 0.0)}) {
    expectSlowerAtWall(globe, {.radius = 2.0, .centre = middle.centre + 3.0 * normal}, normal, 4.0);
  }
  EXPECT_NEAR(glm::length(steered(middle, globe, 0.02, {10.0, 10.0, 3.0}).velocity), 0.25 / 0.02,
              1e-9);
}

/// Moves a sphere on a straight way out of a container, and expects it to be mirrored at the wall.
void expectMirroredInContainer(const Room& room, const Obstacle& start, double dt) {
  const glm::dvec3& middle = room.container.centre;
  const double reach = room.container.radius - start.radius;
  const glm::dvec3 straight = start.centre + start.velocity * dt, from = straight - middle;
  const glm::dvec3 normal = glm::normalize(from);
  const double outside = glm::length(from) - reach;
  ASSERT_GT(outside, 0.0);
  const Obstacle after = moved(start, room, dt);
  // As far inside as it would have gone outside, in the same direction from the middle.
  EXPECT_NEAR(glm::distance(after.centre, middle + (reach - outside) * normal), 0.0, 1e-12);
  EXPECT_NEAR(glm::dot(after.velocity, normal), -glm::dot(start.velocity, normal), 1e-12);
  const auto along = [&](const glm::dvec3& v) { return v - glm::dot(v, normal) * normal; };
  EXPECT_NEAR(glm::distance(along(after.velocity), along(start.velocity)), 0.0, 1e-12);
  EXPECT_FALSE(faultOf(after, room, dt).has_value());
}

TEST(ObstacleMotion, IsMirroredAtTheContainer) {
  constexpr double kDt = 0.02;
  for (const int dimensions : {3, 2}) {
    const double flat = dimensions == 3 ? 1.0 : 0.0;
    Room room(cells::Box{.size = {8.0, 8.0, 8.0}, .dimensions = dimensions});
    room.container = {.radius = 3.5, .centre = {4.0, 3.9, 4.1 * flat}};
    const glm::dvec3 out = glm::normalize(glm::dvec3(1.0, -2.0, 0.5 * flat));
    const glm::dvec3 along = glm::normalize(glm::dvec3(2.0, 1.0, 0.0));
    for (const double gap : {0.0, 0.01, 0.2}) {
      const Obstacle sphere{.radius = 1.2, .centre = room.container.centre + (2.3 - gap) * out};
      for (const glm::dvec3& velocity : {12.0 * out, 10.5 * out + 5.0 * along}) {
        Obstacle moving = sphere;
        moving.velocity = velocity;
        expectMirroredInContainer(room, moving, kDt);
      }
      // Away from the wall nothing turns it back.
      Obstacle leaving = sphere;
      leaving.velocity = -5.0 * out;
      EXPECT_NEAR(glm::distance(moved(leaving, room, kDt).centre, sphere.centre - 0.1 * out), 0.0,
                  1e-12);
      EXPECT_EQ(moved(leaving, room, kDt).velocity, leaving.velocity);
    }
  }
}

TEST(ObstacleImages, AreThoseThatReachIntoTheBox) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::size_t several = 0;
  for (int k = 0; k < 500; ++k) {
    cells::Box box;
    box.size = {8.0, 7.0, 6.0};
    box.dimensions = k % 4 == 0 ? 2 : 3;
    for (int axis = 0; axis < 3; ++axis) {
      if (share(random) < 0.3) box.boundary[axis] = Boundary::Reflecting;
    }
    Obstacle obstacle{.radius = 0.5 + 2.4 * share(random)};
    glm::ivec3 shifts(0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double margin = box.isPeriodic(axis) ? 0.0 : obstacle.radius;
      obstacle.centre[axis] = margin + share(random) * (box.size[axis] - 2.0 * margin);
      shifts[axis] = box.isPeriodic(axis) ? 1 : 0;
    }
    std::vector<glm::dvec3> expected;
    for (int x = -shifts.x; x <= shifts.x; ++x) {
      for (int y = -shifts.y; y <= shifts.y; ++y) {
        for (int z = -shifts.z; z <= shifts.z; ++z) {
          const glm::dvec3 centre = obstacle.centre + glm::dvec3(x, y, z) * box.size;
          bool reaches = true;
          for (int axis = 0; axis < box.dimensions; ++axis) {
            reaches &= centre[axis] + obstacle.radius > 0.0 &&
                       centre[axis] - obstacle.radius < box.size[axis];
          }
          if (reaches) expected.push_back(centre);
        }
      }
    }
    const std::vector<glm::dvec3> images = imagesInBox(obstacle, box);
    EXPECT_TRUE(std::ranges::is_permutation(images, expected, [](const auto& a, const auto& b) {
      return glm::length(a - b) < 1e-12;
    })) << k;
    EXPECT_EQ(images.front(), obstacle.centre);
    several += expected.size() > 2 ? 1U : 0U;
  }
  EXPECT_GT(several, 30U);
  EXPECT_TRUE(imagesInBox({}, {}).empty());
}

}  // namespace
}  // namespace gpubuck::dpd
