// Forces of the pointer on the running fluid.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "demo/fluid_session_rig.h"
#include "demo/two_fluids.h"

namespace gpubuck::demo {
namespace {

class FluidPointerForces : public FluidSessionTest {};
INSTANTIATE_TEST_SUITE_P(Engines, FluidPointerForces, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(FluidPointerForces, Paint_SurvivesChangesOfTheFluid) {
  FluidSession session = make(smallFluid(twoFluids(0.9, 25.0)));
  advanceTo(session, 2, 1.0);
  session.apply({.kind = dpd::EffectKind::Turn,
                 .tube = dpd::Tube{{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 1.5},
                 .strength = 1e9,
                 .into = 1});
  const auto painted = [&] {
    std::vector<std::size_t> ids;
    const dpd::ParticleState state = session.simulation().downloadState();
    for (std::size_t i = 0; i < state.count(); ++i) {
      if (dpd::speciesOf(state.position[i]) == 1) ids.push_back(dpd::idOf(state.predicted[i]));
    }
    std::ranges::sort(ids);
    return ids;
  };
  const auto ids = painted();
  EXPECT_GT(ids.size(), 60u);
  const auto kept = session.keep();
  advanceTo(session, 4, 1.0);
  EXPECT_EQ(painted(), ids);
  for (const texel::Engine engine : test::testedEngines()) {
    session.setEngine(engine);
    session.advance(2, 1.0, {});
    EXPECT_EQ(painted(), ids);
  }
  session.goTo(kept.value());
  EXPECT_EQ(painted(), ids);
}

TEST_P(FluidPointerForces, EmptiedAndRefilledFluid_Continues) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  const dpd::Tube tube{{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 1.5};
  const std::int64_t taken = -session.empty(tube);
  EXPECT_GT(taken, 60);
  EXPECT_EQ(session.simulation().count(), 648 - taken);
  EXPECT_EQ(session.simulation().stepNumber(), 3);
  const std::int64_t added = session.fillUp(tube, 0);
  EXPECT_GT(added, taken / 2);
  EXPECT_EQ(session.simulation().count(), 648 - taken + added);
  advanceTo(session, 40, 1.0);
  session.simulation().checkFailure();
  session.measure();
  // The fluid must not be hotter than a fluid whose particles begin at random places.
  EXPECT_LT(session.telemetry().measurements().back().temperature, 2.0);
  EXPECT_EQ(session.empty({{-9.0, -9.0, 0.0}, {0.0, 0.0, 1.0}, 1.0}), 0);
}

/// Returns a sphere in the middle of smallFluid().
dpd::Solid sphereOf(double radius) {
  return {.shape = {.kind = cells::ShapeKind::Sphere, .centre = glm::dvec3(3.0), .radius = radius}};
}

TEST_P(FluidPointerForces, Sphere_CanBePlacedAndCarried) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  const auto inside = [&] {
    const auto positions = session.simulation().downloadState().position;
    return std::count_if(positions.begin(), positions.end(), [&](const glm::vec4& position) {
      const dpd::Room room(session.scenario().fluid.box, session.simulation().solids());
      return !room.contains(glm::dvec3(position));
    });
  };
  session.setSolids({sphereOf(1.2)});
  const glm::dvec3 target(4.0, 2.5, 3.0);
  glm::dvec3 last(3.0);
  for (int k = 0; k < 12; ++k) {
    EXPECT_EQ(session.advance(1, 1.0, {.body = PointerForces::Dragged{0, target}}), 1);
    const glm::dvec3 now = session.simulation().solids().at(0).shape.centre;
    EXPECT_LE(glm::length(now - last), dpd::kSolidReach * (1.0 + 1e-9));
    last = now;
    EXPECT_EQ(inside(), 0);
  }
  EXPECT_LT(glm::length(last - target), 1e-9);
  std::vector<dpd::Solid> atRest = session.simulation().solids();
  atRest[0].velocity = glm::dvec3(0.0);
  session.setSolids(atRest);
  // The changes of the values and of the engine leave the sphere in its place.
  change(session, [](auto& scenario) { scenario.fluid.kT = 0.5; });
  session.setEngine(GetParam());
  session.advance(2, 1.0, {});
  EXPECT_EQ(session.simulation().solids(), atRest);
  EXPECT_EQ(session.scenario().fluid.solids, atRest) << "as it would be saved";
  session.setSolids({});
  advanceTo(session, 18, 1.0);
  EXPECT_TRUE(session.simulation().solids().empty());
}

// A sphere that is set again is at the place given, not at the place to which the first sphere has
// moved since.
TEST_P(FluidPointerForces, SphereSetAgain_ReturnsToItsPlace) {
  FluidSession session = make();
  dpd::Solid sphere = sphereOf(1.0);
  sphere.velocity = {5.0, 0.0, 0.0};
  session.setSolids({sphere});
  advanceTo(session, 4, 1.0);
  EXPECT_NEAR(session.simulation().solids().at(0).shape.centre.x, 3.2, 1e-9);
  session.setSolids({sphere});
  EXPECT_EQ(session.simulation().solids(), std::vector{sphere});
}

TEST_P(FluidPointerForces, Pull_GathersParticlesAtItsLine) {
  FluidSession left = make();
  FluidSession pulled = make();
  const dpd::Effect pull{.kind = dpd::EffectKind::Pull,
                         .tube = dpd::Tube{{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 2.5},
                         .strength = 20.0};
  const auto nearby = [](FluidSession& session) {
    const auto positions = session.simulation().downloadState().position;
    return std::count_if(positions.begin(), positions.end(), [](const glm::vec4& p) {
      return (p.x - 3.0F) * (p.x - 3.0F) + (p.y - 3.0F) * (p.y - 3.0F) < 1.0F;
    });
  };
  while (pulled.simulation().stepNumber() < 50) pulled.advance(1, 1.0, {pull});
  advanceTo(left, 50, 1.0);
  EXPECT_GT(nearby(left), 0);
  // An acceleration of 20 k_B T per mass and length about doubles the number of particles within a
  // length of 1. By chance alone, the number of particles there varies by its square root, which is
  // 7.
  EXPECT_GT(nearby(pulled), nearby(left) + 20);
}

}  // namespace
}  // namespace gpubuck::demo
