// Heat, cold and paint around a line, compared with double precision, and their effects on a
// simulation.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "reference/philox.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

using test::messageOf;
using test::names;

const Tube kOblique{{2.5, 3.0, 2.0}, glm::normalize(glm::dvec3(0.3, -0.8, 0.5)), 1.9};

class BathTest : public test::EngineTest {
 protected:
  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, BathTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

double shareOf(const Tube& tube, const glm::vec4& position) {
  return glm::length(tube.toLine(glm::dvec3(position))) / tube.radius;
}

glm::dvec3 momentumOf(const Fluid& fluid, const ParticleState& state) {
  glm::dvec3 sum(0.0);
  for (std::size_t i = 0; i < state.count(); ++i) {
    const auto species = static_cast<std::size_t>(speciesOf(state.position[i]));
    sum += fluid.species[species].mass * glm::dvec3(state.velocity[i]);
  }
  return sum;
}

/// Applies a bath at the present step, and compares each particle with double precision. In this
/// box rounding changes the distance from the line by less than 3e-5, and the applied share f by
/// 1.5 times as much. For f above 0.02, rounding changes the root of f by 2e-4, which is multiplied
/// by a random number below 1.8 and a thermal velocity of 3.
void expectBath(Simulation& simulation, const Fluid& fluid, const Effect& bath) {
  constexpr double kTolerance = 1.2e-3;
  const int dimensions = fluid.box.dimensions;
  const ParticleState before = test::byId(simulation.downloadState());
  simulation.apply(bath);
  const ParticleState after = test::byId(simulation.downloadState());
  test::expectSameTexels(after.position, before.position);

  std::vector<double> parts(before.count());
  std::vector<glm::dvec3> noise(before.count(), glm::dvec3(0.0));
  glm::dvec3 sum(0.0);
  double weight = 0.0, moved = 0.0;
  const auto massOf = [&](std::size_t i) {
    return fluid.species[static_cast<std::size_t>(speciesOf(before.position[i]))].mass;
  };
  for (std::size_t i = 0; i < before.count(); ++i) {
    const double x = shareOf(*bath.tube, before.position[i]);
    if (x >= 1.0) continue;
    const double f = 1.0 - std::exp(-bath.strength * fluid.dt * (1.0 - x));
    parts[i] = f;
    for (int axis = 0; axis < dimensions; ++axis) {
      // The noise uses words 4 to 6 of the counter, after the words for pairs and for drag.
      noise[i][axis] = std::sqrt(bath.kT / massOf(i) * f * (2.0 - f)) *
                       reference::philoxParticleNoise(
                           static_cast<std::uint32_t>(simulation.stepNumber()), fluid.seed,
                           static_cast<int>(idOf(before.predicted[i])), axis + 3);
    }
    sum += massOf(i) * (f * glm::dvec3(before.velocity[i]) - noise[i]);
    weight += massOf(i) * f;
  }
  int felt = 0;
  for (std::size_t i = 0; i < before.count(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(after.velocity[i].w, before.velocity[i].w);
    EXPECT_EQ(after.predicted[i].w, before.predicted[i].w);
    const double x = shareOf(*bath.tube, before.position[i]);
    if (x > 1.0001) {
      EXPECT_EQ(after.velocity[i], before.velocity[i]);
      EXPECT_EQ(after.predicted[i], before.predicted[i]);
    }
    if (x > 0.98) continue;
    ++felt;
    const glm::dvec3 kick = noise[i] - parts[i] * (glm::dvec3(before.velocity[i]) - sum / weight);
    moved += massOf(i) * glm::length(kick);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(after.velocity[i][axis], before.velocity[i][axis] + kick[axis], kTolerance);
      EXPECT_NEAR(after.predicted[i][axis], before.predicted[i][axis] + kick[axis], kTolerance);
    }
  }
  EXPECT_GT(felt, 150);
  EXPECT_GT(moved, 100.0);
  // Each of the thousand velocities is below 16 and rounded by 2^-21. Masses are at most 3.
  const glm::dvec3 change = momentumOf(fluid, after) - momentumOf(fluid, before);
  EXPECT_LT(glm::length(change), 3.0 * std::sqrt(3.0) * 1000.0 * 0x1p-21);
}

// The noise differs at each step, since its key contains the low 32 bits of the step's number.
TEST_P(BathTest, MatchesDoublePrecisionAndKeepsMomentum) {
  for (const int dimensions : {3, 2}) {
    Fluid fluid = test::mixedFluid({6.0, 5.5, dimensions == 3 ? 5.0 : 1.0}, dimensions);
    fluid.dt = 0.015;
    for (const double kT : {9.0, 0.0}) {
      for (const std::int64_t first : {std::int64_t{0}, std::int64_t{0x1'0000'FFFF}}) {
        Simulation simulation(device_, fluid, {}, test::randomState(fluid, 1000), {.step = first});
        for (int k = 0; k < (kT > 0.0 ? 3 : 1); ++k) {
          SCOPED_TRACE(fmt::format("{} dimensions, temperature {}, step {}", dimensions, kT,
                                   simulation.stepNumber()));
          expectBath(simulation, fluid, test::along(kOblique, EffectKind::Couple, 150.0, kT));
          simulation.step();
        }
      }
    }
  }
}

TEST_P(BathTest, HeatsAndCoolsToItsTemperature) {
  Fluid fluid = test::plainFluid({6.0, 6.0, 6.0});
  const Tube everywhere{{3.0, 3.0, 3.0}, {0.0, 0.0, 1.0}, 1e4};
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, 648));
  const auto temperature = [&] {
    const ParticleState state = simulation.downloadState();
    const glm::dvec3 mean = momentumOf(fluid, state) / 648.0;
    double sum = 0.0;
    for (const glm::vec4& v : state.velocity) {
      sum += glm::dot(glm::dvec3(v) - mean, glm::dvec3(v) - mean);
    }
    return sum / (3.0 * 647.0);
  };
  // The temperature is a mean of 3 x 647 squares of uniform random numbers, whose fourth moment is
  // 1.8. Four standard errors of sqrt(0.8 / 1941) are 8 %.
  simulation.apply(test::along(everywhere, EffectKind::Couple, 1e4, 7.0));
  EXPECT_NEAR(temperature() / 7.0, 1.0, 0.08);
  simulation.apply(test::along(everywhere, EffectKind::Couple, 1e4));
  EXPECT_LT(temperature(), 1e-6);
}

TEST_P(BathTest, Paint_ChangesTheSpeciesInTheTube) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  Simulation simulation(device_, fluid, {}, test::randomState(fluid, 1000));
  simulation.step();
  const ParticleState before = test::byId(simulation.downloadState());
  simulation.apply(test::paintAlong(kOblique, 2));
  const ParticleState after = test::byId(simulation.downloadState());
  test::expectSameTexels(after.velocity, before.velocity);
  test::expectSameTexels(after.predicted, before.predicted);
  std::vector<std::int64_t> counts(3, 0);
  int painted = 0;
  for (std::size_t i = 0; i < before.count(); ++i) {
    EXPECT_EQ(glm::vec3(after.position[i]), glm::vec3(before.position[i]));
    const double x = shareOf(kOblique, before.position[i]);
    const int species = speciesOf(after.position[i]);
    ++counts[static_cast<std::size_t>(species)];
    if (std::abs(x - 1.0) < 1e-4) continue;
    EXPECT_EQ(species, x < 1.0 ? 2 : speciesOf(before.position[i]));
    painted += x < 1.0 && speciesOf(before.position[i]) != 2 ? 1 : 0;
  }
  EXPECT_GT(painted, 100);
  // A measurement counts particles by their present species.
  const Observables measured = simulation.measure();
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(measured.species[k].count, counts[k]);
  simulation.step();
  const ParticleState later = test::byId(simulation.downloadState());
  const ParticleState same = test::byId(after);
  for (std::size_t i = 0; i < later.count(); ++i) {
    EXPECT_EQ(speciesOf(later.position[i]), speciesOf(same.position[i]));
  }
}

// The data that a measurement has gathered about particles must be dropped when the particles
// change.
TEST_P(BathTest, EarlierMeasurement_ChangesNothing) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const StepSettings settings{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 0};
  const std::array<std::function<void(Simulation&)>, 3> changes{
      [](Simulation& simulation) { simulation.apply(test::paintAlong(kOblique, 1)); },
      [](Simulation& simulation) {
        simulation.apply(test::along(kOblique, EffectKind::Couple, 20.0, 4.0));
      },
      [](Simulation& simulation) { simulation.apply(test::pullAlong(kOblique, 500.0)); }};
  for (std::size_t k = 0; k < changes.size(); ++k) {
    SCOPED_TRACE(fmt::format("change {}", k));
    const ParticleState state = test::randomState(fluid, 500);
    Simulation measured(device_, fluid, settings, state), other(device_, fluid, settings, state);
    measured.measure();
    for (Simulation* each : {&measured, &other}) {
      changes[k](*each);
      each->step();
    }
    test::expectSameState(other.downloadState(), measured.downloadState());
    EXPECT_NE(state.velocity, measured.downloadState().velocity);
  }
}

TEST_P(BathTest, Run_ContinuesFromTheChangedState) {
  const Fluid fluid = test::mixedFluid({6.0, 5.5, 5.0});
  const StepSettings settings{.sort = {.algorithm = sort::Algorithm::Bucket}, .reorderEvery = 0};
  Simulation changed(device_, fluid, settings, test::randomState(fluid, 500));
  changed.apply(test::paintAlong(kOblique, 1));
  changed.apply(test::along(kOblique, EffectKind::Couple, 20.0, 4.0));
  Simulation fresh(device_, fluid, settings, changed.downloadState(), changed.clock());
  for (Simulation* each : {&changed, &fresh}) each->step();
  test::expectSameTexels(fresh.downloadState().velocity, changed.downloadState().velocity);
  EXPECT_FALSE(changed.advance(100));
  EXPECT_TRUE(names(messageOf<RunError>([&] { changed.apply(test::paintAlong(kOblique, 1)); }),
                    {"effect", "step 1"}));
  changed.step();
}

}  // namespace
}  // namespace gpubuck::dpd
