// The jet, the lamp and the drain compared with double precision, and runs that are stopped and
// continued.
#include <fmt/format.h>

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

/// Both overlap, and go on across periodic sides.
Fluid drivenFluid(const glm::dvec3& size, int dimensions) {
  Fluid fluid = test::mixedFluid(size, dimensions);
  fluid.jet = {.radius = 1.6,
               .centre = {0.4, 2.0, dimensions == 3 ? 1.0 : 0.0},
               .acceleration = {3.0, -5.0, dimensions == 3 ? 8.0 : 0.0},
               .period = 0.7};
  fluid.lamp = {.radius = 1.9,
                .centre = {1.0, 1.0, dimensions == 3 ? 2.0 : 0.0},
                .power = 400.0,
                .turns = {2, 0},
                .heating = 60.0,
                .cooling = 20.0};
  return fluid;
}

class SourcesTest : public test::FilledTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, SourcesTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

/// Numbers of particles, by the effect on them.
struct Felt {
  int driven = 0, heated = 0, turnedHot = 0, turnedCold = 0;
};

ParticleState stepped(const texel::Device& device, const Fluid& fluid, const ParticleState& given,
                      const Clock& clock) {
  Simulation simulation(device, fluid, {}, given, clock);
  simulation.step();
  return test::byId(simulation.downloadState());
}

/// Compares each particle after a step with one of a fluid without jet and lamp. Positions of
/// single precision move a distance by less than 1e-5: at an edge that may decide whether a
/// particle is inside. The change of a velocity of at most 64 is rounded to 2^-18.
Felt expectSources(const texel::Device& device, const Fluid& fluid, const ParticleState& given,
                   const Clock& clock) {
  constexpr double kEdge = 1e-5;
  Fluid still = fluid;
  still.jet = {};
  still.lamp = {};
  const ParticleState start = test::byId(given);
  const ParticleState before = stepped(device, still, given, clock);
  const ParticleState after = stepped(device, fluid, given, clock);
  const Jet& jet = fluid.jet;
  const Lamp& lamp = fluid.lamp;
  const double share = std::cos(2.0 * std::numbers::pi * clock.time() / jet.period);
  Felt felt;
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
    const int species = speciesOf(start.position[i]);
    const auto distance = [&](const glm::dvec3& centre) {
      return glm::length(reference::nearestImage(fluid.box, place, centre));
    };
    const auto theta = [&](int word) {
      return reference::philoxParticleNoise(static_cast<std::uint32_t>(clock.step), fluid.seed,
                                            static_cast<int>(idOf(start.predicted[i])), word + 6);
    };
    const double toJet = distance(jet.centre), toLamp = distance(lamp.centre);
    if (std::abs(toLamp - lamp.radius) < kEdge) continue;
    glm::dvec3 kick(0.0);
    if (toJet < jet.radius) {
      ++felt.driven;
      kick +=
          (1.0 - toJet * toJet / (jet.radius * jet.radius)) * share * clock.dt * jet.acceleration;
    }
    const bool isUnder = toLamp < lamp.radius;
    if (isUnder) {
      ++felt.heated;
      const double mass = fluid.species[static_cast<std::size_t>(species)].mass;
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        kick[axis] +=
            std::sqrt(2.0 * lamp.power * clock.dt / fluid.box.dimensions / mass) * theta(axis);
      }
    }
    const glm::dvec3 moved = reference::nearestImage(fluid.box, glm::dvec3(after.position[i]),
                                                     glm::dvec3(before.position[i]));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(after.velocity[i][axis], before.velocity[i][axis] + kick[axis], 1e-5);
      // The paper's prediction: three halves of the velocity after the step.
      EXPECT_NEAR(after.predicted[i][axis], before.predicted[i][axis] + 1.5 * kick[axis], 2e-5);
      EXPECT_NEAR(moved[axis], clock.dt * kick[axis], 2e-6);
    }
    const double chance = 1.0 - std::exp(-(isUnder ? lamp.heating : lamp.cooling) * clock.dt);
    const double drawn = theta(3) / (2.0 * std::sqrt(3.0)) + 0.5;
    if (std::abs(drawn - chance) < kEdge) continue;
    const bool turns = species == lamp.turns[isUnder ? 0 : 1] && drawn < chance;
    if (turns) ++(isUnder ? felt.turnedHot : felt.turnedCold);
    EXPECT_EQ(speciesOf(after.position[i]), turns ? lamp.turns[isUnder ? 1 : 0] : species);
  }
  return felt;
}

TEST_P(SourcesTest, JetAndLamp_MatchDoublePrecision) {
  for (const int dimensions : {3, 2}) {
    // The shorter sides have too few cells for a Verlet list.
    for (const double side : {5.5, 3.2}) {
      const Fluid fluid = drivenFluid({side + 0.5, side, dimensions == 3 ? side : 1.0}, dimensions);
      for (const std::size_t count : {0U, 1U, 65U, 1000U}) {
        SCOPED_TRACE(fmt::format("{} dimensions, side {}, {} particles", dimensions, side, count));
        // The time step was another one up to step 20: the phase of the jet follows the time.
        const Clock clock{.step = 37, .dt = fluid.dt, .sinceStep = 20, .sinceTime = 0.55};
        const Felt felt = expectSources(device_, fluid, test::randomState(fluid, count), clock);
        if (count < 1000) continue;
        EXPECT_GT(felt.driven, 50);
        EXPECT_GT(felt.heated, 50);
        EXPECT_GT(felt.turnedHot, 5);
        EXPECT_GT(felt.turnedCold, 5);
      }
    }
  }
}

/// Returns a fluid with a drain across a periodic side, whose outlet is at a reflecting side, with
/// a sphere in its cube.
Fluid drainedFluid(double side, int dimensions, NoiseKind noise) {
  Fluid fluid = test::mixedFluid({side + 0.5, side, dimensions == 3 ? side : 1.0}, dimensions);
  const double depth = dimensions == 3 ? 1.0 : 0.0;
  fluid.noise = noise;
  fluid.box.boundary[1] = cells::Boundary::Reflecting;
  fluid.solids = {{.shape = {.kind = cells::ShapeKind::Sphere,
                             .centre = {side - 1.0, side - 1.0, depth},
                             .radius = 0.8}}};
  fluid.drain = {.radius = 1.6,
                 .centre = {0.4, 1.6, depth},
                 .outlet = {side - 1.0, side - 0.4, depth},
                 .rate = 60.0};
  return fluid;
}

/// Compares one step with that of a fluid without a drain. Returns the numbers of particles that
/// were taken, and that stay because they would come into the sphere.
std::pair<int, int> expectDrain(const texel::Device& device, const Fluid& fluid,
                                const ParticleState& given, std::int64_t number) {
  constexpr double kEdge = 1e-5;
  const Clock clock{.step = number, .dt = fluid.dt};
  Fluid closed = fluid;
  closed.drain = {};
  const ParticleState before = stepped(device, closed, given, clock);
  const ParticleState after = stepped(device, fluid, given, clock);
  const Drain& drain = fluid.drain;
  const cells::Box& box = fluid.box;
  const double chance = 1.0 - std::exp(-drain.rate * fluid.dt);
  std::pair<int, int> found;
  for (std::size_t i = 0; i < before.count(); ++i) {
    SCOPED_TRACE(i);
    const double distance =
        glm::length(reference::nearestImage(box, glm::dvec3(before.position[i]), drain.centre));
    const auto id = static_cast<std::uint32_t>(i);
    const auto words =
        reference::philox4x32({id, id, static_cast<std::uint32_t>(number), 11}, {fluid.seed, 0});
    const auto drawn = [&](std::size_t k) { return ((words[k] >> 9) + 0.5) / 8388608.0; };
    if (std::abs(distance - drain.radius) < kEdge || std::abs(drawn(3) - chance) < kEdge) continue;
    glm::dvec3 place(0.0);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      place[axis] =
          drain.outlet[axis] + drain.radius * (2.0 * drawn(static_cast<std::size_t>(axis)) - 1.0);
      if (!box.isPeriodic(axis)) {
        place[axis] = std::abs(place[axis]);
        if (place[axis] > box.size[axis]) place[axis] = 2.0 * box.size[axis] - place[axis];
      }
    }
    const cells::Shape& sphere = fluid.solids[0].shape;
    const double toSphere = glm::length(reference::nearestImage(box, place, sphere.centre));
    if (std::abs(toSphere - sphere.radius) < kEdge) continue;
    const bool isDrawn = distance < drain.radius && drawn(3) < chance;
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

TEST_P(SourcesTest, Drain_MatchesDoublePrecision) {
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

// The drain is put there and taken away while the fluid runs.
TEST_P(SourcesTest, Drain_ChangesWhileTheFluidRuns) {
  const Fluid drained = drainedFluid(5.5, 3, NoiseKind::Karpinski);
  Fluid closed = drained;
  closed.drain = {};
  Simulation simulation(device_, closed, {}, test::randomState(closed, 400));
  Simulation expected(device_, drained, {}, test::randomState(closed, 400));
  simulation.setFluid(drained);
  for (Simulation* each : {&simulation, &expected}) each->step();
  test::expectSameState(test::byId(simulation.downloadState()),
                        test::byId(expected.downloadState()));
}

TEST_P(SourcesTest, Drain_WithBonds_IsRefused) {
  Fluid drained = drainedFluid(5.5, 3, NoiseKind::Karpinski);
  drained.bondKinds.resize(1);
  Fluid closed = drained;
  closed.drain = {};
  ParticleState two = test::randomState(closed, 2);
  two.position = {{1.0F, 2.0F, 1.0F, 0.0F}, {1.5F, 2.0F, 1.0F, 0.0F}};
  two.molecules.bonds = {{0, {0, 1}}};
  const test::Facts facts{"drain.radius", "bonds"};
  EXPECT_TRUE(test::names(
      test::messageOf<InputError>([&] { Simulation(device_, drained, {}, two); }), facts));
  Simulation simulation(device_, closed, {}, two);
  EXPECT_TRUE(
      test::names(test::messageOf<InputError>([&] { simulation.setFluid(drained); }), facts));
}

TEST_P(SourcesTest, StoppedRun_ContinuesBitForBit) {
  Fluid fluid = drivenFluid({6.0, 5.5, 5.0}, 3);
  fluid.drain = {.radius = 1.5, .centre = {4.0, 4.0, 4.0}, .outlet = {1.0, 1.0, 1.0}, .rate = 30.0};
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
