// The effects on a fluid in a step compared with double precision, and runs that are stopped and
// continued.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "reference/philox.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using cells::ShapeKind;

/// Returns effects that accelerate, heat, turn species, pull and stir, in shapes that overlap and
/// continue across periodic sides. For the two that heat and the two that turn, each particle draws
/// random numbers.
std::vector<Effect> severalEffects(int dimensions) {
  const double depth = dimensions == 3 ? 1.0 : 0.0, up = dimensions == 3 ? 8.0 : 0.0;
  const cells::Shape lamp = test::ballOf({1.0, 1.0, 2.0 * depth}, 1.9),
                     layer{.kind = ShapeKind::Layer, .axis = 0, .from = 2.0, .to = 3.5},
                     block{.low = {1.0, 0.5, 0.0}, .high = {2.5, 3.0, dimensions == 3 ? 3.0 : 1.0}},
                     rod{.kind = ShapeKind::Cylinder,
                         .centre = {2.0, 0.2, depth},
                         .radius = 1.5,
                         .axis = dimensions - 1};
  return {{.shape = test::ballOf({0.4, 2.0, depth}, 1.6),
           .strength = 10.0,
           .direction = {3.0, -5.0, up},
           .period = 0.7},
          {.kind = EffectKind::Heat, .shape = lamp, .strength = 400.0},
          {.kind = EffectKind::Turn,
           .shape = lamp,
           .strength = 60.0,
           .turns = 2,
           .into = 0,
           .back = 20.0},
          {.shape = block, .strength = -7.0, .direction = {0.0, 2.0, 0.0}},
          {.kind = EffectKind::Pull, .shape = rod, .strength = 40.0},
          {.kind = EffectKind::Stir,
           .shape = dimensions == 3 ? rod : lamp,
           .strength = 30.0,
           .period = 1.3},
          {.kind = EffectKind::Heat, .shape = layer, .strength = 200.0},
          {.kind = EffectKind::Turn, .shape = block, .strength = 80.0, .into = 1}};
}

Fluid drivenFluid(const glm::dvec3& size, int dimensions) {
  Fluid fluid = test::mixedFluid(size, dimensions);
  fluid.effects = severalEffects(dimensions);
  return fluid;
}

class EffectsTest : public test::FilledTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, EffectsTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

ParticleState stepped(const texel::Device& device, const Fluid& fluid, const ParticleState& given,
                      const Clock& clock) {
  Simulation simulation(device, fluid, {}, given, clock);
  simulation.step();
  return test::byId(simulation.downloadState());
}

/// The place of a particle in an effect: its distance from the middle in units of the radius, and
/// the direction away from the middle.
struct Reach {
  double x;
  glm::dvec3 away;
  bool isAtEdge;
};

Reach reachOf(const Effect& effect, const cells::Box& box, const glm::dvec3& place) {
  // Rounding a position to single precision changes a distance by less than this value.
  constexpr double kEdge = 1e-5;
  const cells::ShapeInBox shape(effect.shape, box);
  const double outside = shape.distance(place), radius = shape.radius();
  const double x = radius > 0.0 ? (outside + radius) / radius : (outside > 0.0 ? 1.0 : 0.0);
  return {x, shape.gradient(place), std::abs(outside) < kEdge};
}

/// Compares each particle after a step with the same step of a fluid without effects. Velocities
/// are at most 64, and their changes are rounded to 2^-18. Returns how many particles felt each
/// effect.
std::vector<int> expectEffects(const texel::Device& device, const Fluid& fluid,
                               const ParticleState& given, const Clock& clock) {
  constexpr double kEdge = 1e-5;
  Fluid still = fluid;
  still.effects.clear();
  const cells::Box& box = fluid.box;
  const ParticleState start = test::byId(given);
  const ParticleState before = stepped(device, still, given, clock);
  const ParticleState after = stepped(device, fluid, given, clock);
  std::vector<int> felt(fluid.effects.size());
  for (std::size_t i = 0; i < before.count(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(after.velocity[i].w, before.velocity[i].w);
    EXPECT_EQ(after.predicted[i].w, before.predicted[i].w);
    if (before.velocity[i].w < 0.0F) {
      EXPECT_EQ(after.position[i], before.position[i]);
      EXPECT_EQ(after.velocity[i], before.velocity[i]);
      continue;
    }
    const glm::dvec3 place(start.position[i]);
    int species = speciesOf(start.position[i]);
    const double mass = fluid.species[static_cast<std::size_t>(species)].mass;
    /// Returns the random number that Philox makes of word `word` of the particle's counter.
    const auto theta = [&](int word) {
      return reference::philoxParticleNoise(static_cast<std::uint32_t>(clock.step), fluid.seed,
                                            static_cast<int>(idOf(start.predicted[i])), word - 1);
    };
    glm::dvec3 kick(0.0);
    double tolerance = 1e-5;
    bool isAtEdge = false;
    std::vector<int> ofKind(7);
    for (std::size_t k = 0; k < fluid.effects.size(); ++k) {
      const Effect& effect = fluid.effects[k];
      const Reach reach = reachOf(effect, box, place);
      isAtEdge = isAtEdge || reach.isAtEdge;
      const int number = ofKind[static_cast<std::size_t>(effect.kind)]++;
      const bool isIn = reach.x < 1.0;
      if (isIn) ++felt[k];
      double wave = effect.strength * clock.dt;
      if (effect.period > 0.0) {
        wave *= std::cos(2.0 * std::numbers::pi * clock.time() / effect.period);
      }
      if (effect.kind == EffectKind::Accelerate && isIn) {
        kick += wave * (1.0 - reach.x * reach.x) * glm::normalize(effect.direction);
      } else if (effect.kind == EffectKind::Pull && isIn) {
        kick -= wave * (1.0 - reach.x) * reach.away;
      } else if (effect.kind == EffectKind::Stir && isIn) {
        // Near the axis, the rounding of a position changes the direction of the force.
        tolerance += std::abs(wave) * 1e-5;
        const glm::dvec3 axis(0.0, 0.0, 1.0);
        kick += wave * 4.0 * reach.x * (1.0 - reach.x) * glm::cross(axis, -reach.away);
      } else if (effect.kind == EffectKind::Heat && isIn) {
        for (int axis = 0; axis < box.dimensions; ++axis) {
          kick[axis] += std::sqrt(2.0 * effect.strength * clock.dt / box.dimensions / mass) *
                        theta(7 + 8 * number + axis);
        }
      } else if (effect.kind == EffectKind::Turn) {
        const double chance = 1.0 - std::exp(-(isIn ? effect.strength : effect.back) * clock.dt);
        const double drawn = theta(10 + 8 * number) / (2.0 * std::sqrt(3.0)) + 0.5;
        isAtEdge = isAtEdge || std::abs(drawn - chance) < kEdge;
        const bool may = isIn ? !effect.turns || species == *effect.turns : species == effect.into;
        if (may && drawn < chance) species = isIn ? effect.into : effect.turns.value_or(species);
      }
      // In the middle, a pull has no direction.
      if (effect.kind == EffectKind::Pull && reach.x < 1e-3) isAtEdge = true;
    }
    if (isAtEdge) continue;
    const glm::dvec3 moved =
        reference::nearestImage(box, glm::dvec3(after.position[i]), glm::dvec3(before.position[i]));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(after.velocity[i][axis], before.velocity[i][axis] + kick[axis], tolerance);
      // In the paper, the predicted velocity changes by three halves of the change of the velocity.
      EXPECT_NEAR(after.predicted[i][axis], before.predicted[i][axis] + 1.5 * kick[axis],
                  2.0 * tolerance);
      EXPECT_NEAR(moved[axis], clock.dt * kick[axis], 2e-6);
    }
    EXPECT_EQ(speciesOf(after.position[i]), species);
  }
  return felt;
}

TEST_P(EffectsTest, AllKindsAndShapes_MatchDoublePrecision) {
  for (const int dimensions : {3, 2}) {
    // The shorter sides have too few cells for a Verlet list.
    for (const double side : {5.5, 3.6}) {
      const Fluid fluid = drivenFluid({side + 0.5, side, dimensions == 3 ? side : 1.0}, dimensions);
      for (const Effect& effect : fluid.effects) {
        ASSERT_FALSE(faultOf(effect, fluid.room(), 3)) << faultOf(effect, fluid.room(), 3)->key;
      }
      for (const std::size_t count : {0U, 1U, 65U, 1000U}) {
        SCOPED_TRACE(fmt::format("{} dimensions, side {}, {} particles", dimensions, side, count));
        // Up to step 20 the time step was different. Phases follow the time, not the step.
        const Clock clock{.step = 37, .dt = fluid.dt, .sinceStep = 20, .sinceTime = 0.55};
        const auto felt = expectEffects(device_, fluid, test::randomState(fluid, count), clock);
        if (count < 1000) continue;
        EXPECT_GT(*std::ranges::min_element(felt), 50);
      }
    }
  }
}

// A coupling acts at the beginning of each step, as a pointer's effect does.
TEST_P(EffectsTest, Coupling_IsAppliedBeforeTheStep) {
  const Fluid plain = test::mixedFluid({6.0, 5.5, 5.0});
  Fluid coupled = plain;
  coupled.effects = {{.kind = EffectKind::Couple,
                      .shape = test::ballOf({0.5, 2.0, 2.0}, 2.0),
                      .strength = 30.0,
                      .kT = 5.0}};
  const ParticleState state = test::randomState(plain, 500);
  Simulation expected(device_, plain, {}, state), actual(device_, coupled, {}, state);
  for (int step = 0; step < 3; ++step) {
    expected.apply(coupled.effects[0]);
    expected.step();
    while (!actual.advance(150)) {
    }
  }
  test::expectSameState(test::byId(expected.downloadState()), test::byId(actual.downloadState()));
  EXPECT_NE(test::byId(stepped(device_, plain, state, {})).velocity,
            test::byId(stepped(device_, coupled, state, {})).velocity);
}

/// Returns a fluid with a drain across a periodic side. Its outlet is at a reflecting side, and a
/// sphere is in the outlet's cube.
Fluid drainedFluid(double side, int dimensions, NoiseKind noise) {
  Fluid fluid = test::mixedFluid({side + 0.5, side, dimensions == 3 ? side : 1.0}, dimensions);
  const double depth = dimensions == 3 ? 1.0 : 0.0;
  fluid.noise = noise;
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  fluid.solids = {{.shape = {.kind = cells::ShapeKind::Sphere,
                             .centre = {side - 1.0, side - 1.0, depth},
                             .radius = 0.8}}};
  fluid.effects = {{.kind = EffectKind::Move,
                    .shape = test::ballOf({0.4, 1.6, depth}, 1.6),
                    .strength = 60.0,
                    .outlet = {side - 1.0, side - 0.4, depth}}};
  return fluid;
}

/// Compares one step with the same step of a fluid without a drain. Returns how many particles were
/// taken, and how many stay because their place at the outlet is in the sphere.
std::pair<int, int> expectDrain(const texel::Device& device, const Fluid& fluid,
                                const ParticleState& given, std::int64_t number) {
  constexpr double kEdge = 1e-5;
  const Clock clock{.step = number, .dt = fluid.dt};
  Fluid closed = fluid;
  closed.effects.clear();
  const ParticleState before = stepped(device, closed, given, clock);
  const ParticleState after = stepped(device, fluid, given, clock);
  const Effect& drain = fluid.effects[0];
  const double radius = drain.shape.radius;
  const cells::Box& box = fluid.box;
  const double chance = 1.0 - std::exp(-drain.strength * fluid.dt);
  std::pair<int, int> found;
  for (std::size_t i = 0; i < before.count(); ++i) {
    SCOPED_TRACE(i);
    const double distance = glm::length(
        reference::nearestImage(box, glm::dvec3(before.position[i]), drain.shape.centre));
    const auto id = static_cast<std::uint32_t>(i);
    const auto words =
        reference::philox4x32({id, id, static_cast<std::uint32_t>(number), 11}, {fluid.seed, 0});
    const auto drawn = [&](std::size_t k) { return ((words[k] >> 9) + 0.5) / 8388608.0; };
    if (std::abs(distance - radius) < kEdge || std::abs(drawn(3) - chance) < kEdge) continue;
    glm::dvec3 place(0.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      place[axis] =
          drain.outlet[axis] + radius * (2.0 * drawn(static_cast<std::size_t>(axis)) - 1.0);
      if (!box.isPeriodic(axis)) {
        place[axis] = std::abs(place[axis]);
        if (place[axis] > box.size[axis]) place[axis] = 2.0 * box.size[axis] - place[axis];
      }
    }
    const cells::Shape& sphere = fluid.solids[0].shape;
    const double toSphere = glm::length(reference::nearestImage(box, place, sphere.centre));
    if (std::abs(toSphere - sphere.radius) < kEdge) continue;
    const bool isDrawn = distance < radius && drawn(3) < chance;
    const bool isTaken = isDrawn && toSphere > sphere.radius;
    if (isDrawn) ++(isTaken ? found.first : found.second);
    if (!isTaken) {
      EXPECT_EQ(after.position[i], before.position[i]);
      EXPECT_EQ(after.velocity[i], before.velocity[i]);
      EXPECT_EQ(after.predicted[i], before.predicted[i]);
      continue;
    }
    EXPECT_LT(glm::length(reference::nearestImage(box, glm::dvec3(after.position[i]), place)),
              1e-5);
    EXPECT_EQ(after.position[i].w, before.position[i].w);
    EXPECT_EQ(after.velocity[i], glm::vec4(0.0F, 0.0F, 0.0F, before.velocity[i].w));
    EXPECT_EQ(after.predicted[i], glm::vec4(0.0F, 0.0F, 0.0F, before.predicted[i].w));
  }
  return found;
}

TEST_P(EffectsTest, Drain_MatchesDoublePrecision) {
  struct Case {
    int dimensions;
    double side;
    NoiseKind noise;
  };
  // The shorter sides have too few cells for a Verlet list.
  for (const Case& each :
       {Case{3, 5.5, NoiseKind::Karpinski}, Case{2, 3.2, NoiseKind::KarpinskiSequence}}) {
    const Fluid fluid = drainedFluid(each.side, each.dimensions, each.noise);
    for (const std::size_t count : {0U, 1U, 1000U}) {
      SCOPED_TRACE(fmt::format("{} dimensions, {} particles", each.dimensions, count));
      const auto [taken, held] = expectDrain(device_, fluid, test::randomState(fluid, count), 37);
      if (count < 1000) continue;
      EXPECT_GT(taken, 20);
      EXPECT_GT(held, 2);
    }
  }
}

// The drain is added and removed while the fluid runs.
TEST_P(EffectsTest, Drain_ChangesWhileTheFluidRuns) {
  const Fluid drained = drainedFluid(5.5, 3, NoiseKind::Karpinski);
  Fluid closed = drained;
  closed.effects.clear();
  Simulation simulation(device_, closed, {}, test::randomState(closed, 400));
  Simulation expected(device_, drained, {}, test::randomState(closed, 400));
  simulation.setFluid(drained);
  for (Simulation* each : {&simulation, &expected}) each->step();
  test::expectSameState(test::byId(simulation.downloadState()),
                        test::byId(expected.downloadState()));
}

TEST_P(EffectsTest, Drain_WithBonds_IsRefused) {
  Fluid drained = drainedFluid(5.5, 3, NoiseKind::Karpinski);
  drained.bondKinds.resize(1);
  Fluid closed = drained;
  closed.effects.clear();
  ParticleState two = test::randomState(closed, 2);
  two.position = {{1.0F, 2.0F, 1.0F, 0.0F}, {1.5F, 2.0F, 1.0F, 0.0F}};
  two.molecules.bonds = {{0, {0, 1}}};
  const test::Facts facts{"effect.0.kind", "bonds"};
  EXPECT_TRUE(test::names(
      test::messageOf<InputError>([&] { Simulation(device_, drained, {}, two); }), facts));
  Simulation simulation(device_, closed, {}, two);
  EXPECT_TRUE(
      test::names(test::messageOf<InputError>([&] { simulation.setFluid(drained); }), facts));
}

TEST_P(EffectsTest, StoppedRun_ContinuesBitForBit) {
  Fluid fluid = drivenFluid({6.0, 5.5, 5.0}, 3);
  fluid.effects.push_back({.kind = EffectKind::Move,
                           .shape = test::ballOf({4.0, 4.0, 4.0}, 1.5),
                           .strength = 30.0,
                           .outlet = {1.0, 1.0, 1.0}});
  fluid.effects.push_back({.kind = EffectKind::Couple,
                           .shape = test::ballOf({4.0, 1.0, 4.0}, 1.5),
                           .strength = 30.0,
                           .kT = 2.0});
  Simulation whole(device_, fluid, {}, test::randomState(fluid, 400));
  for (int step = 0; step < 3; ++step) whole.step();
  Simulation continued(device_, fluid, {}, whole.downloadState(), whole.clock());
  continued.restoreLists(whole.downloadLists());
  for (int step = 0; step < 3; ++step) {
    whole.step();
    while (!continued.advance(150)) {
    }
  }
  test::expectSameState(test::byId(whole.downloadState()), test::byId(continued.downloadState()));
}

}  // namespace
}  // namespace gpubuck::dpd
