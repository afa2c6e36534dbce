// The motion of solids, the room that they leave, and the solids that are refused.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>
#include <random>

#include "dpd/fluids.h"
#include "dpd/model/moving_solids.h"
#include "reference/geometry.h"
#include "reference/solids.h"
#include "support/errors.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;
using cells::Shape;
using cells::ShapeKind;
using test::names;

constexpr double kDt = 0.02;

Solid ball(const glm::dvec3& centre, double radius, const glm::dvec3& velocity = {}) {
  return {.shape = {.kind = ShapeKind::Sphere, .centre = centre, .radius = radius},
          .velocity = velocity};
}

Solid vessel(const glm::dvec3& centre, double radius) {
  Solid solid = ball(centre, radius);
  solid.kind = SolidKind::Vessel;
  return solid;
}

Solid plate(int axis, double from, double to) {
  return {.shape = {.kind = ShapeKind::Layer, .axis = axis, .from = from, .to = to}};
}

Solid holeAlong(int axis, const glm::dvec3& centre, double radius) {
  return {.kind = SolidKind::Hole,
          .shape = {.kind = ShapeKind::Cylinder, .centre = centre, .radius = radius, .axis = axis}};
}

glm::dvec3 middleOf(const Room& room, std::size_t number = 0) {
  return room.shapes[number].centre();
}

Room with(const Room& room, std::size_t number, const Solid& solid) {
  std::vector<Solid> solids = room.solids;
  solids[number] = solid;
  return {room.box, solids};
}

Room stepped(const Room& room, std::size_t number = 0) {
  return with(room, number, moved(room, number, 0.0, kDt));
}

std::string faultIn(const Room& room) {
  const auto fault = faultOf(room, kDt);
  return fault ? fault->key + ": " + fault->why : "";
}

/// Steers until the target is reached, in steps of the largest allowed length. Expects that each
/// step shortens the way between nearest images by the length of the step.
void expectSteeredTo(Room room, const glm::dvec3& target) {
  const auto left = [&] {
    return glm::length(reference::nearestImage(room.box, target, middleOf(room)));
  };
  const int steps = static_cast<int>(std::ceil(left() / kSolidReach));
  for (int k = 0; k < steps; ++k) {
    const double before = left();
    room = with(room, 0, steered(room, 0, kDt, target));
    EXPECT_EQ(faultIn(room), "");
    room = stepped(room);
    for (int axis = 0; axis < room.box.dimensions; ++axis) {
      EXPECT_GE(middleOf(room)[axis], 0.0);
      EXPECT_LT(middleOf(room)[axis], room.box.size[axis]);
    }
    ASSERT_NEAR(left(), std::max(0.0, before - kSolidReach), 1e-9) << "step " << k;
  }
  EXPECT_NEAR(left(), 0.0, 1e-9);
}

TEST(SolidSteering, TakesTheShortestPathThroughPeriodicSides) {
  cells::Box box{.size = {8.0, 7.0, 6.0}};
  for (int axis = 0; axis < 3; ++axis) {
    for (const double direction : {1.0, -1.0}) {
      glm::dvec3 centre = 0.5 * box.size, target = centre;
      // The start is an eighth of a unit before the side, the target an eighth beyond it.
      centre[axis] = direction > 0.0 ? box.size[axis] - 0.125 : 0.125;
      target[axis] = direction > 0.0 ? 0.125 : box.size[axis] - 0.125;
      const Room room(box, {ball(centre, 1.0)});
      const Solid on = steered(room, 0, kDt, target);
      EXPECT_NEAR(on.velocity[axis], direction * 0.25 / kDt, 1e-9);
      EXPECT_NEAR(glm::length(on.velocity), 0.25 / kDt, 1e-9);
      EXPECT_NEAR(middleOf(stepped(with(room, 0, on)))[axis], target[axis], 1e-9);
    }
  }
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  for (int k = 0; k < 70; ++k) {
    box.dimensions = k < 50 ? 3 : 2;
    const auto place = [&] {
      const glm::dvec3 in(share(random), share(random), box.dimensions == 3 ? share(random) : 0.0);
      return box.size * in;
    };
    const glm::dvec3 at = place();
    Solid body = ball(at, 1.0);
    if (k % 2 == 1) body.shape = {.low = at - 0.75, .high = at + 0.75};
    expectSteeredTo({box, {body}}, place());
  }
}

/// Drags the first body along `normal` to a wall. Expects that the body arrives, that it is slower
/// the nearer it is to the wall, and that it would begin the way back at full speed.
void expectSlowerAtWall(Room room, const glm::dvec3& normal, double gap) {
  const glm::dvec3 start = middleOf(room), end = start + gap * normal;
  int steps = 0;
  for (double left = gap; left > 1e-9 && steps < 200; ++steps) {
    const Solid body = steered(room, 0, kDt, end + normal);
    const double expected = std::min({kSolidReach, (left + 0.1) / 20.0, left});
    ASSERT_NEAR(glm::dot(body.velocity, normal) * kDt, expected, 1e-9) << left;
    ASSERT_NEAR(glm::length(body.velocity) * kDt, expected, 1e-9) << left;
    room = stepped(with(room, 0, body));
    left = glm::dot(end - middleOf(room), normal);
  }
  EXPECT_GT(steps, 40);
  EXPECT_NEAR(glm::distance(middleOf(room), end), 0.0, 1e-8);
  EXPECT_NEAR(glm::dot(steered(room, 0, kDt, start).velocity, normal) * kDt, -kSolidReach, 1e-9);
}

TEST(SolidSteering, SlowsDownTowardsWalls) {
  cells::Box box{.size = {30.0, 12.0, 12.0}};
  box.boundary = {Boundary::Reflecting, Boundary::Periodic, Boundary::Reflecting};
  const Solid sphere = ball({6.0, 6.0, 6.0}, 1.5);
  const Solid block{.shape = {.low = {4.5, 5.0, 4.5}, .high = {7.5, 7.0, 7.5}}};
  for (const Solid& body : {sphere, block}) {
    expectSlowerAtWall({box, {body}}, {0.0, 0.0, -1.0}, 4.5);
    expectSlowerAtWall({box, {body}}, {0.0, 0.0, 1.0}, 4.5);
    expectSlowerAtWall({box, {body, plate(0, 11.5, 12.5)}}, {1.0, 0.0, 0.0}, 4.0);
    // A hole that is too small for the body changes nothing.
    expectSlowerAtWall({box, {body, plate(0, 11.5, 12.5), holeAlong(0, {0.0, 6.0, 6.0}, 1.0)}},
                       {1.0, 0.0, 0.0}, 4.0);
  }
  expectSlowerAtWall({box, {ball({17.0, 6.0, 6.0}, 1.5), plate(0, 11.5, 12.5)}}, {-1.0, 0.0, 0.0},
                     3.0);
  // Nothing slows a body that moves along the floor and across a periodic side.
  EXPECT_NEAR(steered({box, {ball({6.0, 10.0, 1.5}, 1.5)}}, 0, kDt, {6.0, 2.0, 1.5}).velocity.y,
              0.25 / kDt, 1e-9);

  const cells::Box wide{.size = {20.0, 20.0, 20.0}};
  const glm::dvec3 middle(10.0);
  for (const glm::dvec3& normal : {glm::dvec3(0.6, 0.0, -0.8), glm::dvec3(0.0, 1.0, 0.0)}) {
    expectSlowerAtWall({wide, {ball(middle + 3.0 * normal, 2.0), vessel(middle, 9.0)}}, normal,
                       4.0);
    expectSlowerAtWall({wide, {ball(middle - 5.0 * normal, 1.0), ball(middle + 3.0 * normal, 2.0)}},
                       normal, 5.0);
  }
}

TEST(SolidSteering, TakesASphereThroughAHoleThatIsWideEnough) {
  cells::Box box{.size = {20.0, 9.0, 9.0}};
  box.boundary.fill(Boundary::Reflecting);
  Room room(box,
            {ball({5.0, 4.5, 4.5}, 1.0), plate(0, 9.5, 10.5), holeAlong(0, {0.0, 4.5, 4.5}, 1.5)});
  for (int k = 0; k < 400 && middleOf(room).x < 14.9; ++k) {
    room = stepped(with(room, 0, steered(room, 0, kDt, {15.0, 4.5, 4.5})));
    ASSERT_TRUE(fits(room, 0)) << k;
  }
  EXPECT_GT(middleOf(room).x, 14.9);
}

/// Moves a sphere on a straight way out of a vessel, and expects it to be mirrored at the wall.
void expectMirroredInVessel(const Room& room) {
  const Solid& start = room.solids[0];
  const glm::dvec3 middle = room.solids[1].shape.centre;
  const double reach = room.solids[1].shape.radius - start.shape.radius;
  const glm::dvec3 straight = start.shape.centre + start.velocity * kDt, from = straight - middle;
  const glm::dvec3 normal = glm::normalize(from);
  const double outside = glm::length(from) - reach;
  ASSERT_GT(outside, 0.0);
  const Solid after = moved(room, 0, 0.0, kDt);
  // The body is reflected: it is as far inside the wall as it would have been outside, in the same
  // direction from the middle.
  EXPECT_NEAR(glm::distance(after.shape.centre, middle + (reach - outside) * normal), 0.0, 1e-12);
  EXPECT_NEAR(glm::dot(after.velocity, normal), -glm::dot(start.velocity, normal), 1e-12);
  const auto along = [&](const glm::dvec3& v) { return v - glm::dot(v, normal) * normal; };
  EXPECT_NEAR(glm::distance(along(after.velocity), along(start.velocity)), 0.0, 1e-12);
  EXPECT_EQ(faultIn(with(room, 0, after)), "");
}

TEST(SolidMotion, IsMirroredAtAVessel) {
  for (const int dimensions : {3, 2}) {
    const double flat = dimensions == 3 ? 1.0 : 0.0;
    const cells::Box box{.size = {8.0, 8.0, 8.0}, .dimensions = dimensions};
    const Solid around = vessel({4.0, 3.9, 4.1 * flat}, 3.5);
    const glm::dvec3 out = glm::normalize(glm::dvec3(1.0, -2.0, 0.5 * flat));
    const glm::dvec3 along = glm::normalize(glm::dvec3(2.0, 1.0, 0.0));
    for (const double gap : {0.0, 0.01, 0.2}) {
      const glm::dvec3 centre = around.shape.centre + (2.3 - gap) * out;
      for (const glm::dvec3& velocity : {12.0 * out, 10.5 * out + 5.0 * along}) {
        expectMirroredInVessel({box, {ball(centre, 1.2, velocity), around}});
      }
      // Nothing turns back a body that moves away from the wall.
      const Solid leaving = moved({box, {ball(centre, 1.2, -5.0 * out), around}}, 0, 0.0, kDt);
      EXPECT_NEAR(glm::distance(leaving.shape.centre, centre - 0.1 * out), 0.0, 1e-12);
      EXPECT_EQ(leaving.velocity, -5.0 * out);
    }
  }
}

// Each body keeps its speed, and stays whole and apart from the others. This would be impossible if
// there were no gaps between bodies.
RC_GTEST_PROP(SolidMotion, Bodies_StayApart, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  cells::Box box{.size = {14.0, 12.0, 13.0}};
  for (Boundary& side : box.boundary) {
    side = uniform(0.0, 1.0) < 0.5 ? Boundary::Reflecting : Boundary::Periodic;
  }
  box.boundary[0] = Boundary::Reflecting;
  std::vector<Solid> solids{plate(0, 6.5, 7.5), holeAlong(0, {0.0, 6.0, 6.0}, 2.0)};
  for (const double x : {3.0, 11.0}) {
    const glm::dvec3 way(uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0));
    solids.push_back(ball({x, 4.0, 4.0}, 1.4, 11.0 * glm::normalize(way)));
    Solid block{.shape = {.low = {x - 1.0, 8.0, 8.0}, .high = {x + 1.0, 9.5, 10.0}}};
    block.velocity = 7.0 * glm::normalize(glm::dvec3(way.z, way.x, way.y));
    solids.push_back(block);
  }
  Fluid fluid = test::plainFluid(box.size);
  fluid.box = box;
  fluid.solids = solids;
  MovingSolids moving(fluid);
  Clock clock{.dt = kDt};
  for (; clock.step < 300; ++clock.step) {
    moving.begin(fluid, clock);
    moving.endStep();
    const Room room(box, moving.present());
    for (std::size_t k = 2; k < solids.size(); ++k) {
      RC_ASSERT(std::abs(glm::length(room.solids[k].velocity) - glm::length(solids[k].velocity)) <
                1e-9);
      // Two bodies that meet move in turn, each by 1/4 at most.
      for (std::size_t other = 0; other < 2; ++other)
        RC_ASSERT(room.solids[other] == solids[other]);
      for (int axis = 0; axis < 3; ++axis) {
        if (box.isPeriodic(axis)) continue;
        RC_ASSERT(room.shapes[k].low(axis) > -1e-9);
        RC_ASSERT(room.shapes[k].high(axis) < box.size[axis] + 1e-9);
      }
    }
  }
}

TEST(SolidMotion, SwingingBody_ComesBack) {
  cells::Box box{.size = {12.0, 8.0, 8.0}};
  Solid body = ball({6.0, 4.0, 4.0}, 1.0, {5.0, 0.0, 0.0});
  body.period = 2.0;
  Room room(box, {body});
  double farthest = 0.0;
  for (int step = 0; step < 100; ++step) {
    room = with(room, 0, moved(room, 0, step * kDt, kDt));
    farthest = std::max(farthest, middleOf(room).x - 6.0);
    EXPECT_EQ(room.solids[0].velocity, body.velocity);
  }
  // The expected amplitude is v T / 2 pi. Computed as a sum over the middles of steps, it has a
  // relative error of (pi dt / T)^2 / 6.
  EXPECT_NEAR(farthest, 5.0 * 2.0 / (2.0 * std::numbers::pi), 1e-3);
  EXPECT_NEAR(middleOf(room).x, 6.0, 1e-12);
  EXPECT_NEAR(velocityIn(body, 0.5, 1e-9).x, 0.0, 1e-7);
  EXPECT_NEAR(velocityIn(body, 1.0, 1e-9).x, -5.0, 1e-7);
}

TEST(SolidRoom, HoldsWhatTheSolidsLeave) {
  cells::Box box{.size = {9.0, 6.0, 7.0}};
  box.boundary[0] = Boundary::Reflecting;
  Fluid fluid = test::plainFluid(box.size);
  fluid.box = box;
  fluid.solids = {vessel({4.5, 3.0, 3.5}, 2.4),
                  holeAlong(0, {0.0, 3.0, 3.5}, 1.0),
                  ball({4.0, 3.0, 3.0}, 0.8),
                  {.shape = {.low = {5.0, 2.0, 2.0}, .high = {6.5, 3.5, 9.5}}}};
  const Room room = fluid.room();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  int free = 0;
  constexpr int kPlaces = 40'000;
  for (int k = 0; k < kPlaces; ++k) {
    const glm::dvec3 place = box.size * glm::dvec3(share(random), share(random), share(random));
    bool isIn = false;
    for (std::size_t i = 0; i < fluid.solids.size(); ++i) {
      isIn = isIn || reference::isInSolid(fluid, i, place);
    }
    ASSERT_EQ(room.contains(place), !isIn) << place.x << " " << place.y << " " << place.z;
    free += isIn ? 0 : 1;
  }
  const std::vector<double> slabs = room.slabVolumes(20);
  EXPECT_NEAR(std::accumulate(slabs.begin(), slabs.end(), 0.0), room.volume(), 1e-3 * 378.0);
  // Outside of the vessel only the hole along x is free, so that the lowest slabs are solid.
  EXPECT_EQ(slabs.front(), 0.0);
  EXPECT_GT(slabs[10], 0.5 * 9.0 * 6.0 * 0.35 * 0.3);
  const double part = room.volume() / box.volume();
  EXPECT_NEAR(part, double(free) / kPlaces, 4.0 * std::sqrt(part * (1.0 - part) / kPlaces));
}

TEST(SolidRoom, VolumesAreExactForWholeSolids) {
  const cells::Box box{.size = {9.0, 8.0, 7.0}};
  const double round = std::numbers::pi;
  EXPECT_DOUBLE_EQ(Room(box).volume(), 504.0);
  EXPECT_NEAR(Room(box, {ball({1.0, 1.0, 1.0}, 1.5), ball({5.0, 4.0, 4.0}, 1.0)}).volume(),
              504.0 - 4.0 / 3.0 * round * (3.375 + 1.0), 1e-10);
  EXPECT_NEAR(Room(box, {vessel({4.5, 4.0, 3.5}, 3.0)}).volume(), 36.0 * round, 1e-10);
  EXPECT_NEAR(Room(box, {plate(0, 3.0, 4.5)}).volume(), 504.0 - 84.0, 1e-10);
  Solid pillar = holeAlong(2, {4.0, 4.0, 0.0}, 1.5);
  pillar.kind = SolidKind::Body;
  EXPECT_NEAR(Room(box, {pillar}).volume(), 504.0 - 2.25 * round * 7.0, 1e-10);
  const cells::Box flat{.size = {9.0, 8.0, 1.0}, .dimensions = 2};
  EXPECT_NEAR(Room(flat, {ball({4.0, 4.0, 0.0}, 1.5)}).volume(), 72.0 - 2.25 * round, 1e-10);
  // Two balls, one of which is inside the other.
  EXPECT_NEAR(Room(box, {ball({4.0, 4.0, 4.0}, 1.5), ball({4.0, 4.0, 4.0}, 1.0)}).volume(),
              504.0 - 4.0 / 3.0 * round * 3.375, 1e-3);
}

TEST(SolidFaults, NameTheKey) {
  cells::Box box{.size = {8.0, 9.0, 10.0}};
  box.boundary[2] = Boundary::Reflecting;
  const auto why = [&](std::vector<Solid> solids) { return faultIn({box, std::move(solids)}); };
  EXPECT_EQ(why({vessel({3.5, 5.5, 3.5}, 3.5)}), "");
  EXPECT_TRUE(names(why({vessel({4, 4, 4}, 0.5)}), {"solid.0.radius", "1", "2"}));
  EXPECT_TRUE(names(why({vessel({4, 4, 4}, 3.75)}), {"solid.0.radius", "7.5", "8", "7"}));
  EXPECT_TRUE(names(why({ball({4, 4, 4}, 4.5)}), {"solid.0.radius", "9", "8"}));
  EXPECT_EQ(why({plate(2, 8.0, 9.0)}), "");
  EXPECT_TRUE(names(why({plate(2, 8.0, 8.5)}), {"solid.0.shape", "0.5", "z", "1"}));
  EXPECT_TRUE(names(why({plate(2, 8.0, 7.0)}), {"solid.0.to", "7", "8"}));
  EXPECT_TRUE(names(why({ball({4, 4, 12}, 1.0)}), {"solid.0.centre", "outside"}));
  EXPECT_TRUE(names(why({holeAlong(0, {0, 4, 4}, 1.0)}), {"solid.0.kind", "hole"}));
  Solid moving = vessel({4, 4, 4}, 3.0);
  moving.velocity.x = 1.0;
  EXPECT_TRUE(names(why({moving}), {"solid.0.velocity", "vessel"}));
  const glm::dvec3 middle(4.0);
  EXPECT_TRUE(names(why({ball(middle, 1.0), ball({1, 1, 1}, 0.5, {0, 20, 0})}),
                    {"solid.1.velocity", "0.4", "0.02", "0.25"}));
  // A body at rest may overlap a wall and another body; a moving body may not.
  EXPECT_EQ(why({ball({4, 4, 9.5}, 1.0), ball({4, 4, 8.5}, 1.0)}), "");
  EXPECT_TRUE(names(why({ball({4, 4, 9.5}, 1.0, {1, 0, 0})}), {"solid.0.velocity", "0.5", "z"}));
  EXPECT_TRUE(names(why({ball({4, 4, 8}, 1.0, {1, 0, 0}), ball({4, 4, 7}, 1.0)}),
                    {"solid.0.velocity", "solid.1", "1"}));
  EXPECT_TRUE(names(why({ball({4, 4, 4}, 2.0, {1, 0, 0}), vessel({4, 4.5, 4}, 2.4)}),
                    {"solid.0.velocity", "solid.1", "0.1"}));
  EXPECT_TRUE(names(why({plate(2, 0.0, 10.0)}), {"solid", "room"}));
  EXPECT_TRUE(names(why(std::vector<Solid>(13, ball(middle, 1.0))), {"solid", "13", "12"}));
}

TEST(SolidFaults, FittedBody_HasNone) {
  cells::Box box{.size = {9.0, 6.5, 6.0}};
  box.boundary[0] = Boundary::Reflecting;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> share(-0.2, 1.2);
  const std::vector<std::vector<Solid>> walls{
      {}, {plate(0, 4.4, 5.6), holeAlong(0, {0.0, 0.5, 3.0}, 1.5)}, {vessel({4.5, 3.2, 3.0}, 2.5)}};
  for (const std::vector<Solid>& each : walls) {
    for (int k = 0; k < 200; ++k) {
      std::vector<Solid> solids = each;
      const glm::dvec3 at = box.size * glm::dvec3(share(random), share(random), share(random));
      solids.push_back(ball(at, 1.2, {1.0, 0.0, 0.0}));
      const std::size_t last = solids.size() - 1;
      solids[last] = fitted({box, solids}, last);
      ASSERT_EQ(faultIn({box, solids}), "") << at.x << " " << at.y << " " << at.z;
    }
  }
}

}  // namespace
}  // namespace gpubuck::dpd
