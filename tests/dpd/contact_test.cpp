// Particles between a sphere and a wall that it touches, and in narrow holes, compared with double
// precision.
#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <random>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "reference/solids.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using cells::Boundary;

constexpr double kMostSkin = 6e-6;       // above the shader's skin, 2^-20 of the longest side
constexpr double kPlaceRounding = 1e-6;  // rounding of a coordinate

/// Returns a fluid without forces, in which any number of particles can be at one place.
Fluid forceFreeFluid(const glm::dvec3& size, int dimensions = 3) {
  Fluid fluid = test::withoutNoise(test::plainFluid(size, dimensions));
  fluid.pairs = {{.a = 0.0, .gamma = 0.0}};
  fluid.dt = 0.02;
  return fluid;
}

/// Returns a plate across x, 1.2 thick, with a round hole.
std::vector<Solid> plateAt(double middle, const glm::dvec3& hole, double radius) {
  return {
      {.shape =
           {.kind = cells::ShapeKind::Layer, .axis = 0, .from = middle - 0.6, .to = middle + 0.6}},
      {.kind = SolidKind::Hole,
       .shape = {.kind = cells::ShapeKind::Cylinder, .centre = hole, .radius = radius, .axis = 0}}};
}

/// Returns the fluid with the surface of the last solid moved into the fluid by `bodiesBy`, and the
/// surfaces of all other solids by `wallsBy`. The last solid is the moving body if there is one.
Fluid grown(Fluid fluid, double bodiesBy, double wallsBy) {
  for (Solid& solid : fluid.solids) {
    const bool isWall = &solid != &fluid.solids.back();
    const double by = isWall ? wallsBy : bodiesBy;
    solid.shape.radius += solid.kind == SolidKind::Body ? by : -by;
    solid.shape.from -= by;
    if (solid.shape.to) *solid.shape.to += by;
  }
  return fluid;
}

/// Returns the depth of a place in a solid or outside of the box. It is at most 0 if the place is
/// free.
double depthInSolids(const Fluid& fluid, const glm::dvec3& place) {
  double depth = -reference::fromSurfaces(fluid, place);
  for (std::size_t k = 0; k < fluid.solids.size(); ++k) {
    if (reference::isInSolid(fluid, k, place)) depth = reference::fromSurfaces(fluid, place);
  }
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    depth = std::max({depth, -place[axis], place[axis] - fluid.box.size[axis]});
  }
  return depth;
}

/// Particles at random places around points of a room. The velocities of half of them point back to
/// these points.
class Swarm {
 public:
  Swarm(const Fluid& fluid, double width) : fluid_(fluid), width_(width) {}

  glm::dvec3 around(double width) {
    glm::dvec3 way(0.0);
    for (int axis = 0; axis < fluid_.box.dimensions; ++axis) way[axis] = width * share_(random_);
    return way;
  }

  /// Adds `count` free particles around a point. They move by less than 0.95 in a step.
  void add(const glm::dvec3& point, int count, ParticleState& to) {
    for (int added = 0; added < count;) {
      glm::dvec3 place = point + around(width_);
      glm::dvec3 way = around(0.5);
      // Every second particle moves to the point, or to a place very near to the point.
      if (added % 2 == 0) way = point + around(std::pow(10.0, -1 - added % 7)) - place;
      for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
        const double side = fluid_.box.size[axis];
        if (fluid_.box.isPeriodic(axis)) place[axis] = cells::wrapped(place[axis], side);
      }
      if (depthInSolids(fluid_, place) > -1e-4 || glm::length(way) > 0.95) continue;
      const auto id = static_cast<float>(to.count());
      to.position.emplace_back(glm::vec3(place), 0.0F);
      to.velocity.emplace_back(glm::vec3(way / fluid_.dt), 0.5F);
      to.predicted.emplace_back(glm::vec3(way / fluid_.dt), id);
      ++added;
    }
  }

 private:
  Fluid fluid_;
  double width_;
  std::mt19937 random_{3};
  std::uniform_real_distribution<double> share_{-1.0, 1.0};
};

/// Compares two steps. Returns how many particles a solid has turned back. Particles for which
/// rounding decides are not counted.
int expectContact(texel::Engine engine, const Fluid& fluid, const ParticleState& start) {
  const texel::Device device = test::makeDevice(engine);
  Simulation simulation(device, fluid, {.reorderEvery = 3}, start);
  int turned = 0;
  for (int step = 0; step < 2; ++step) {
    const ParticleState before = test::byId(simulation.downloadState());
    simulation.step();
    simulation.checkFailure();
    const ParticleState after = test::byId(simulation.downloadState());
    Fluid then = fluid;
    then.solids = simulation.solids();
    const reference::LeapfrogState state = test::oracleState(before);
    const std::vector<glm::dvec3> noForce(before.count(), glm::dvec3(0.0));
    const auto nextOf = [&](const Fluid& of, const glm::dvec3& shift = glm::dvec3(0.0)) {
      reference::LeapfrogState from = state;
      for (glm::dvec3& position : from.position) position += shift;
      return reference::leapfrog(of, from, noForce).next;
    };
    const reference::LeapfrogState expected = nextOf(then);
    // A result that rounding may change is not compared.
    std::vector<reference::LeapfrogState> nearly{};
    for (const double by : {-2.0 * kMostSkin, 2.0 * kMostSkin}) {
      nearly.push_back(nextOf(grown(then, by, 0.0)));
      nearly.push_back(nextOf(grown(then, 0.0, by)));
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        glm::dvec3 shift(0.0);
        shift[axis] = by;
        nearly.push_back(nextOf(then, shift));
      }
    }
    for (std::size_t i = 0; i < before.count(); ++i) {
      SCOPED_TRACE(fmt::format("step {}, particle {}", step, i));
      EXPECT_LE(depthInSolids(then, glm::dvec3(after.position[i])), kPlaceRounding);
      const auto isNear = [&](const reference::LeapfrogState& other) {
        return glm::length(other.velocity[i] - expected.velocity[i]) < 0.02;
      };
      if (!std::ranges::all_of(nearly, isNear)) continue;
      turned += glm::length(expected.velocity[i] - state.velocity[i]) > 1e-9 ? 1 : 0;
      const glm::dvec3 off =
          reference::nearestImage(fluid.box, glm::dvec3(after.position[i]), expected.position[i]);
      EXPECT_LT(glm::length(off), 1e-4);
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        EXPECT_NEAR(after.velocity[i][axis], expected.velocity[i][axis], 0.02);
        EXPECT_NEAR(after.predicted[i][axis], expected.predicted[i][axis], 0.04);
      }
    }
  }
  return turned;
}

class ContactTest : public test::EngineTest {
 protected:
  /// Puts a sphere at a place where it touches a wall. `normal` is the wall's normal towards the
  /// fluid. The sphere stays there, comes from the side, or slides along the wall.
  void expectTouchingSphere(const Fluid& fluid, const glm::dvec3& touch, const glm::dvec3& normal) {
    const glm::dvec3 along =
        glm::normalize(fluid.box.dimensions == 3 ? glm::cross(normal, glm::dvec3(1.0, 2.0, 3.0))
                                                 : glm::dvec3(-normal.y, normal.x, 0.0));
    for (const glm::dvec3& velocity : {glm::dvec3(0.0), -6.0 * normal, 8.0 * along}) {
      SCOPED_TRACE(fmt::format("sphere moves by {}, {}, {}", velocity.x, velocity.y, velocity.z));
      Fluid touched = fluid;
      touched.solids.push_back(
          {.shape = {.kind = cells::ShapeKind::Sphere, .centre = touch + normal, .radius = 1.0},
           .velocity = velocity});
      touched.solids.back() = fitted(touched.room(), touched.solids.size() - 1);
      ParticleState state;
      Swarm(touched, 0.6).add(touch, 200, state);
      EXPECT_GT(expectContact(GetParam(), touched, state), 60);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ContactTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ContactTest, SphereInAVessel_MatchesTheOracle) {
  for (const int dimensions : {3, 2}) {
    SCOPED_TRACE(dimensions);
    Fluid fluid = forceFreeFluid({6.0, 6.2, dimensions == 3 ? 6.0 : 1.0}, dimensions);
    fluid.box.boundary.fill(Boundary::Reflecting);
    const double depth = dimensions == 3 ? 3.0 : 0.0;
    const glm::dvec3 centre(3.0, 3.1, depth);
    fluid.solids = {{.kind = SolidKind::Vessel,
                     .shape = {.kind = cells::ShapeKind::Sphere, .centre = centre, .radius = 2.9}}};
    const glm::dvec3 out =
        dimensions == 3 ? glm::dvec3(0.48, 0.64, -0.6) : glm::dvec3(0.6, -0.8, 0);
    expectTouchingSphere(fluid, centre + 2.9 * out, -out);
  }
}

// The sphere is on either side of the plate, also across a periodic side.
TEST_P(ContactTest, SphereAtAPlate_MatchesTheOracle) {
  for (const int dimensions : {3, 2}) {
    Fluid fluid = forceFreeFluid({6.2, 6.0, dimensions == 3 ? 5.0 : 1.0}, dimensions);
    fluid.box.boundary[0] = Boundary::Reflecting;
    const double depth = dimensions == 3 ? 2.0 : 0.0;
    fluid.solids = plateAt(3.1, {0.0, 0.5, depth}, 0.4);
    for (const double side : {-1.0, 1.0}) {
      for (const double y : {0.2, 3.0}) {
        SCOPED_TRACE(fmt::format("{} dimensions, side {}, y {}", dimensions, side, y));
        expectTouchingSphere(fluid, {3.1 + 0.6 * side, y, depth}, {side, 0.0, 0.0});
      }
    }
  }
}

TEST_P(ContactTest, SphereAtASide_MatchesTheOracle) {
  for (const int dimensions : {3, 2}) {
    Fluid fluid = forceFreeFluid({4.0, 5.0, dimensions == 3 ? 4.5 : 1.0}, dimensions);
    fluid.box.boundary[1] = Boundary::Reflecting;
    const double depth = dimensions == 3 ? 4.4 : 0.0;
    for (const double y : {0.0, 5.0}) {
      SCOPED_TRACE(fmt::format("{} dimensions, y {}", dimensions, y));
      expectTouchingSphere(fluid, {0.3, y, depth}, {0.0, y > 0.0 ? -1.0 : 1.0, 0.0});
    }
  }
}

// A particle that would move farther than the hole is wide stays in the hole.
TEST_P(ContactTest, NarrowHole_MatchesTheOracle) {
  for (const int dimensions : {3, 2}) {
    for (const double radius : {0.1, 0.2, 0.3, 0.4, 0.6}) {
      SCOPED_TRACE(fmt::format("{} dimensions, a hole of {}", dimensions, radius));
      Fluid fluid = forceFreeFluid({6.2, 6.0, dimensions == 3 ? 5.0 : 1.0}, dimensions);
      fluid.box.boundary[0] = Boundary::Reflecting;
      const double depth = dimensions == 3 ? 2.0 : 0.0;
      fluid.solids = plateAt(3.1, {0.0, 0.1, depth}, radius);
      ParticleState state;
      Swarm swarm(fluid, std::min(0.3, 1.2 * radius));
      for (const double x : {2.5, 3.1, 3.7}) swarm.add({x, 0.1, depth}, 80, state);
      EXPECT_GT(expectContact(GetParam(), fluid, state), 15);
    }
  }
}

}  // namespace
}  // namespace gpubuck::dpd
