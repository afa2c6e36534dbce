// The jet and the lamp compared with double precision, and runs that are stopped and continued.
#include "dpd/sources.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/geometry.h"
#include "reference/philox.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

/// Both overlap, and go on across periodic sides.
Fluid drivenFluid(const glm::dvec3& size, int dimensions) {
  Fluid fluid = test::mixedFluid(size, dimensions);
  fluid.noise = NoiseKind::Philox;
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

/// Applies jet and lamp to `given`, and compares each particle. Positions of single precision move
/// a distance by less than 1e-5: at an edge that may decide whether a particle is inside.
Felt expectSources(const texel::Device& device, const Fluid& fluid, const ParticleState& given,
                   const Clock& clock) {
  constexpr double kEdge = 1e-5;
  const std::unique_ptr<Step> step =
      makeStep(device, fluid, {}, cells::makeCellGrid(fluid.box, 1.0),
               static_cast<std::int64_t>(given.count()));
  step->take(given);
  SourcesPass(*step, fluid).run(fluid, clock);
  const ParticleState before = test::byId(given), after = test::byId(step->download());
  const Jet& jet = fluid.jet;
  const Lamp& lamp = fluid.lamp;
  const double share = std::cos(2.0 * std::numbers::pi * clock.time() / jet.period);
  Felt felt;
  for (std::size_t i = 0; i < before.count(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(glm::vec3(after.position[i]), glm::vec3(before.position[i]));
    EXPECT_EQ(after.velocity[i].w, before.velocity[i].w);
    EXPECT_EQ(after.predicted[i].w, before.predicted[i].w);
    if (before.velocity[i].w < 0.0F) {
      EXPECT_EQ(after.position[i], before.position[i]);
      EXPECT_EQ(after.velocity[i], before.velocity[i]);
      continue;
    }
    const glm::dvec3 place(before.position[i]);
    const int species = speciesOf(before.position[i]);
    const auto distance = [&](const glm::dvec3& centre) {
      return glm::length(reference::nearestImage(fluid.box, place, centre));
    };
    const auto theta = [&](int word) {
      return reference::philoxParticleNoise(static_cast<std::uint32_t>(clock.step), fluid.seed,
                                            static_cast<int>(idOf(before.predicted[i])), word + 6);
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
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(after.velocity[i][axis], before.velocity[i][axis] + kick[axis], 1e-5);
      EXPECT_NEAR(after.predicted[i][axis], before.predicted[i][axis] + kick[axis], 1e-5);
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
        const Felt felt = expectSources(device_, fluid, test::randomState(fluid, count),
                                        {.step = 37, .dt = fluid.dt});
        if (count < 1000) continue;
        EXPECT_GT(felt.driven, 50);
        EXPECT_GT(felt.heated, 50);
        EXPECT_GT(felt.turnedHot, 5);
        EXPECT_GT(felt.turnedCold, 5);
      }
    }
  }
}

TEST_P(SourcesTest, StoppedRun_ContinuesBitForBit) {
  const Fluid fluid = drivenFluid({6.0, 5.5, 5.0}, 3);
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
