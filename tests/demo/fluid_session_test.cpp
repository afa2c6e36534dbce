// The running fluid under changes: what is kept, what starts again, and what a failed change
// leaves.
#include "demo/fluid_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "base/error.h"
#include "demo/two_fluids.h"
#include "scenario/initial_state.h"
#include "support/gpu_test.h"

namespace gpubuck::demo {
namespace {

/// 648 particles: more than one part of a slow step.
scenario::Scenario smallFluid(const std::string& more = "") {
  return scenario::parseScenario(
      "[box]\nsize = [6, 6, 6]\n[fluid]\ndensity = 3.0\n[integrator]\ndt = 0.01\n" + more,
      "small.toml", {});
}

/// The particles by their ids, whatever their order in memory.
std::vector<glm::vec4> positionsById(const dpd::ParticleState& state) {
  std::vector<glm::vec4> positions(state.count());
  for (std::size_t i = 0; i < state.count(); ++i) {
    positions.at(static_cast<std::size_t>(state.predicted[i].w)) = state.position[i];
  }
  return positions;
}

void advanceTo(FluidSession& session, std::int64_t step, double seconds) {
  while (session.simulation().stepNumber() < step) {
    session.advance(static_cast<int>(step - session.simulation().stepNumber()), seconds, {});
  }
}

/// Changes the scenario of the session by `edit`.
template <typename Edit>
void change(FluidSession& session, Edit edit) {
  scenario::Scenario changed = session.scenario();
  edit(changed);
  session.change(changed);
}

class FluidSessionTest : public test::EngineTest {
 protected:
  FluidSession make(const scenario::Scenario& scenario = smallFluid()) {
    return {gl::ShaderLibrary(), GetParam(), scenario};
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, FluidSessionTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// The lists of the bucket sort are the same every time, so even the last bit is.
TEST_P(FluidSessionTest, NoTimeMeansSmallPartsAndTheSameFluid) {
  const scenario::Scenario fluid = smallFluid("[sort]\nalgorithm = \"bucket\"\n");
  FluidSession hurried = make(fluid);
  advanceTo(hurried, 7, 0.0);
  EXPECT_EQ(hurried.simulation().stepNumber(), 7);

  const texel::Device device(
      {.engine = GetParam(), .largestArray = scenario::particleCount(fluid)});
  dpd::Simulation whole(device, fluid.fluid, fluid.step, scenario::makeInitialState(fluid));
  for (int k = 0; k < 7; ++k) whole.step();
  test::expectSameTexels(positionsById(whole.downloadState()),
                         positionsById(hurried.simulation().downloadState()));
}

TEST_P(FluidSessionTest, ChangesOfEngineNoiseSearchAndSortKeepTheParticles) {
  FluidSession session = make();
  advanceTo(session, 5, 1.0);
  const auto before = positionsById(session.simulation().downloadState());
  const int generation = session.generation();

  change(session, [](auto& scenario) {
    scenario.step.mode = dpd::SortMode::Sort;
    scenario.step.sort.subBuffers = 3;
  });
  EXPECT_EQ(session.generation(), generation);
  change(session, [](auto& scenario) { scenario.fluid.noise = dpd::NoiseKind::Philox; });
  EXPECT_GT(session.generation(), generation);
  change(session, [](auto& scenario) { scenario.search = *search::parseMethod("octant"); });
  EXPECT_EQ(session.simulation().grid().count(), 27);
  for (const texel::Engine engine : test::testedEngines()) {
    session.setEngine(engine);
    EXPECT_EQ(session.engine(), engine);
    EXPECT_EQ(session.device().engine(), engine);
  }
  EXPECT_EQ(session.simulation().stepNumber(), 5);
  test::expectSameTexels(before, positionsById(session.simulation().downloadState()));
  EXPECT_EQ(session.scenario().fluid.noise, dpd::NoiseKind::Philox);
  EXPECT_EQ(session.scenario().step.sort.subBuffers, 3);
  EXPECT_EQ(search::methodWord(session.scenario().search), "octant");
  advanceTo(session, 6, 1.0);
}

TEST_P(FluidSessionTest, ElapsedTimeGoesOnThroughEveryChange) {
  FluidSession session = make();
  advanceTo(session, 4, 1.0);
  change(session, [](auto& scenario) { scenario.fluid.dt = 0.002; });
  advanceTo(session, 6, 1.0);
  constexpr double kElapsed = 4 * 0.01 + 2 * 0.002;
  const auto expectElapsed = [&](const char* change) {
    EXPECT_DOUBLE_EQ(session.simulation().time(), kElapsed) << change;
  };
  change(session, [](auto& scenario) { scenario.fluid.noise = dpd::NoiseKind::Philox; });
  expectElapsed("noise");
  change(session, [](auto& scenario) { scenario.search = *search::parseMethod("octant"); });
  expectElapsed("search");
  session.setEngine(GetParam());
  expectElapsed("engine");

  // A change in the middle of a step: what is left of the step is dropped, its time step too.
  ASSERT_FALSE(session.simulation().advance(100));
  change(session, [](auto& scenario) { scenario.fluid.dt = 0.05; });
  session.setEngine(GetParam());
  expectElapsed("engine in the middle of a step");
  advanceTo(session, 7, 1.0);
  EXPECT_DOUBLE_EQ(session.simulation().time(), kElapsed + 0.05);
  session.start(smallFluid());
  EXPECT_EQ(session.simulation().time(), 0.0);
}

TEST_P(FluidSessionTest, AChangeOfTheFluidIsInTheScenarioToSave) {
  FluidSession session = make();
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -0.5}; });
  advanceTo(session, 4, 1.0);
  const scenario::Scenario saved =
      scenario::parseScenario(scenario::toToml(session.scenario()), "saved.toml", {});
  EXPECT_EQ(saved.fluid.gravity.z, -0.5);

  EXPECT_THROW(change(session, [](auto& scenario) { scenario.fluid.density = 4.0; }), InputError);
  EXPECT_EQ(session.scenario().fluid.density, 3.0);
}

TEST_P(FluidSessionTest, AScenarioAtFaultLeavesTheOldOneRunning) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  scenario::Scenario tooSmall = session.scenario();
  tooSmall.fluid.box.size = {2.0, 6.0, 6.0};  // two cells along a periodic side
  EXPECT_THROW(session.start(tooSmall), InputError);
  EXPECT_EQ(session.scenario().fluid.box.size.x, 6.0);
  EXPECT_EQ(session.simulation().stepNumber(), 3);
  advanceTo(session, 4, 1.0);
}

TEST_P(FluidSessionTest, ASearchThatTheBoxDoesNotTakeLeavesTheOldOne) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  EXPECT_THROW(
      change(session, [](auto& scenario) { scenario.search = *search::parseMethod("octant=7"); }),
      InputError);
  EXPECT_EQ(session.scenario().search, search::Method{});
  EXPECT_EQ(session.simulation().grid().count(), 216);
  advanceTo(session, 4, 1.0);
}

TEST_P(FluidSessionTest, AFluidThatBlowsUpStandsStillUntilARestart) {
  FluidSession session = make();
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -1e6}; });
  EXPECT_THROW(advanceTo(session, 200, 1.0), RunError);
  EXPECT_FALSE(session.failure().empty());
  const std::int64_t step = session.simulation().stepNumber();
  EXPECT_EQ(session.advance(3, 1.0, {}), 0);
  EXPECT_EQ(session.simulation().stepNumber(), step);

  session.start(smallFluid());
  EXPECT_TRUE(session.failure().empty());
  EXPECT_EQ(session.advance(1, 1.0, {}), 1);
}

TEST_P(FluidSessionTest, AMeasurementInPartsIsTheSame) {
  FluidSession whole = make();
  FluidSession parts = make(scenario::parseScenario(
      "[box]\nsize = [24, 24, 24]\n[fluid]\ndensity = 3.0\n", "more.toml", {}));
  whole.start(parts.scenario());
  EXPECT_TRUE(whole.measure());
  int calls = 1;
  double share = 0.0;
  for (; !parts.measure(0.0); ++calls) {
    EXPECT_GT(parts.measuredShare(), share);
    EXPECT_LT(share = parts.measuredShare(), 1.0);
  }
  EXPECT_GT(calls, 2) << "41,472 particles, of which the first part has 16,384";
  EXPECT_EQ(parts.measuredShare(), 0.0);
  const dpd::Observables& one = whole.telemetry().measurements().back();
  const dpd::Observables& other = parts.telemetry().measurements().back();
  EXPECT_EQ(one.potentialEnergy, other.potentialEnergy);
  EXPECT_EQ(one.kineticEnergy, other.kineticEnergy);
  EXPECT_EQ(one.pressureTotal, other.pressureTotal);

  // A step in between begins it anew.
  EXPECT_FALSE(parts.measure(0.0));
  advanceTo(parts, 1, 1.0);
  EXPECT_EQ(parts.measuredShare(), 0.0);
  EXPECT_TRUE(parts.measure());
  EXPECT_EQ(parts.telemetry().measurements().back().step, 1);
}

TEST_P(FluidSessionTest, AFluidThatBlewUpGoesBackToTheStateBefore) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  ASSERT_EQ(session.lastGoodStep(), 0) << "states are kept from the beginning on";
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -1e6}; });
  EXPECT_THROW(advanceTo(session, 200, 1.0), RunError);
  EXPECT_EQ(session.failedWith().fluid.gravity.z, -1e6);

  session.goBack();
  EXPECT_TRUE(session.failure().empty());
  EXPECT_EQ(session.simulation().stepNumber(), 3) << "before the values became others";
  EXPECT_EQ(session.scenario().fluid.gravity.z, 0.0);
  EXPECT_EQ(session.lastGoodStep(), 0) << "each state is gone back to once";
  session.goBack();
  EXPECT_EQ(session.simulation().stepNumber(), 0);
  EXPECT_FALSE(session.lastGoodStep());
  EXPECT_THROW(session.goBack(), RunError);
  advanceTo(session, 80, 1.0);
}

// The order of a list is the order in which forces are added, and of a re-sort another one than of
// a sort.
TEST_P(FluidSessionTest, PlayedAgainFromAKeptStateItIsTheSameToTheBit) {
  constexpr std::int64_t kSteps = 30, kKeptEvery = 6;
  FluidSession session = make(smallFluid("[sort]\nreorder_every = 7\n"));
  std::vector<std::int64_t> ids;
  std::vector<dpd::ParticleState> first;
  std::vector<std::string> scenarios;
  std::vector<double> times;
  const auto visit = [&](const auto& look) {
    while (session.simulation().stepNumber() < kSteps) {
      look(static_cast<std::size_t>(session.simulation().stepNumber()));
      session.advance(1, 1.0, {});
    }
  };
  visit([&](std::size_t step) {
    if (step == 9) change(session, [](auto& changed) { changed.fluid.gravity.x = 0.5; });
    if (step == 20) change(session, [](auto& changed) { changed.fluid.dt = 0.02; });
    if (step % kKeptEvery == 0) ids.push_back(*session.keep());
    if (step % 5 == 0) session.measure();
    first.push_back(session.simulation().downloadState());
    scenarios.push_back(scenario::toToml(session.scenario()));
    times.push_back(session.simulation().time());
  });
  const std::size_t measurements = session.telemetry().measurements().size();
  for (const std::size_t kept : {3U, 1U, 4U, 0U, 4U}) {
    // Steps after which nothing changes any more: those of then are not made again.
    session.goTo(ids[kept]);
    const KeptState* state = session.history().find(ids[kept]);
    ASSERT_NE(state, nullptr);
    const auto step = static_cast<std::size_t>(state->step());
    EXPECT_EQ(session.telemetry().measurements().back().step, static_cast<int>(step / 5 * 5));
    EXPECT_EQ(scenario::toToml(session.scenario()), scenarios[step]);
    EXPECT_EQ(session.simulation().time(), times[step]);
    test::expectSameTexels(first[step].position, session.simulation().downloadState().position);
  }
  EXPECT_EQ(session.telemetry().measurements().size(), measurements - 1) << "of 24 steps";
  visit([&](std::size_t step) {
    const dpd::ParticleState again = session.simulation().downloadState();
    EXPECT_EQ(session.simulation().time(), times[step]);
    test::expectSameTexels(first[step].position, again.position);
    test::expectSameTexels(first[step].velocity, again.velocity);
    test::expectSameTexels(first[step].predicted, again.predicted);
  });
}

TEST_P(FluidSessionTest, WhatCameAfterAKeptStateIsForgottenWithTheNextStep) {
  FluidSession session = make();
  std::vector<std::int64_t> ids{*session.keep()};
  for (int k = 0; k < 3; ++k) {
    session.measure();
    session.advance(1, 1.0, {});
    ids.push_back(*session.keep());
  }
  session.goTo(ids[1]);
  EXPECT_EQ(session.history().timeline().size(), 4u);
  EXPECT_EQ(session.keep(), ids[1]) << "it is kept already";
  session.goTo(ids[3]);
  EXPECT_EQ(session.telemetry().measurements().size(), 3u);
  session.goTo(ids[1]);
  EXPECT_EQ(session.telemetry().measurements().size(), 2u);
  session.advance(1, 1.0, {});
  EXPECT_EQ(session.history().timeline().size(), 2u);
  EXPECT_THROW(session.goTo(ids[3]), RunError);
  session.start(smallFluid());
  EXPECT_EQ(session.history().timeline().size(), 1u) << "of the new fluid";
}

// Where the processor computes, timers leave compute shaders out.
TEST_P(FluidSessionTest, StagesTakeAboutTheTimeThatGoesBy) {
  FluidSession session = make();
  advanceTo(session, 2, 1.0);  // shaders are compiled
  Clock::time_point begun = Clock::now();
  const auto later = [](auto time) { return time + std::chrono::seconds(2); };
  session.telemetry().update(session.device().profiler(), 648, later(begun));
  begun = Clock::now();
  advanceTo(session, 22, 1.0);
  gl::finish();
  const double spent = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
  session.telemetry().update(session.device().profiler(), 648, later(later(begun)));
  double told = 0.0;
  for (const StageCost& cost : session.telemetry().stages()) told += 20.0 * cost.milliseconds;
  EXPECT_GT(told, 0.2 * spent);
  EXPECT_LT(told, 1.1 * spent);
}

TEST_P(FluidSessionTest, PaintStaysWhateverBecomesOfTheFluid) {
  FluidSession session = make(smallFluid(twoFluids(0.9, 25.0)));
  advanceTo(session, 2, 1.0);
  session.paint({{{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 1.5}, 1});
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

TEST_P(FluidSessionTest, AFluidThatIsEmptiedAndFilledUpGoesOn) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  const dpd::Tube tube{{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 1.5};
  const std::int64_t taken = -session.empty(tube);
  EXPECT_GT(taken, 60);
  EXPECT_EQ(session.simulation().count(), 648 - taken);
  EXPECT_EQ(session.simulation().stepNumber(), 3);
  const std::int64_t added = session.fillUp({tube, 0});
  EXPECT_GT(added, taken / 2);
  EXPECT_EQ(session.simulation().count(), 648 - taken + added);
  advanceTo(session, 40, 1.0);
  session.simulation().checkFailure();
  session.measure();
  // As hot as a fluid that begins at random places becomes, or less.
  EXPECT_LT(session.telemetry().measurements().back().temperature, 2.0);
  EXPECT_EQ(session.empty({{-9.0, -9.0, 0.0}, {0.0, 0.0, 1.0}, 1.0}), 0);
}

TEST_P(FluidSessionTest, AHandPutsASphereIntoTheFluidAndCarriesIt) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  const auto inside = [&] {
    const auto positions = session.simulation().downloadState().position;
    return std::count_if(positions.begin(), positions.end(), [&](const glm::vec4& position) {
      return dpd::contains(session.simulation().obstacle(), session.scenario().fluid.box,
                           glm::dvec3(position));
    });
  };
  session.setObstacle({.radius = 1.2, .centre = glm::dvec3(3.0)});
  const glm::dvec3 target(4.0, 2.5, 3.0);
  glm::dvec3 last(3.0);
  for (int k = 0; k < 12; ++k) {
    EXPECT_EQ(session.advance(1, 1.0, {.obstacle = target}), 1);
    const glm::dvec3 now = session.simulation().obstacle().centre;
    EXPECT_LE(glm::length(now - last), dpd::kObstacleReach * (1.0 + 1e-9));
    last = now;
    EXPECT_EQ(inside(), 0);
  }
  EXPECT_LT(glm::length(last - target), 1e-9);
  dpd::Obstacle atRest = session.simulation().obstacle();
  atRest.velocity = glm::dvec3(0.0);
  session.setObstacle(atRest);
  // What follows leaves it where it is.
  change(session, [](auto& scenario) { scenario.fluid.kT = 0.5; });
  session.setEngine(GetParam());
  session.advance(2, 1.0, {});
  EXPECT_EQ(session.simulation().obstacle(), atRest);
  EXPECT_EQ(session.scenario().fluid.obstacle, atRest) << "as it would be saved";
  session.setObstacle({});
  advanceTo(session, 18, 1.0);
  EXPECT_FALSE(session.simulation().obstacle().isThere());
}

TEST_P(FluidSessionTest, AnImpulsePullsParticlesTowardsItsLine) {
  FluidSession left = make();
  FluidSession pulled = make();
  const dpd::Impulse impulse{.tube = {{3.0, 3.0, 0.0}, {0.0, 0.0, 1.0}, 2.5}, .strength = 20.0};
  const auto nearby = [](FluidSession& session) {
    const auto positions = session.simulation().downloadState().position;
    return std::count_if(positions.begin(), positions.end(), [](const glm::vec4& p) {
      return (p.x - 3.0F) * (p.x - 3.0F) + (p.y - 3.0F) * (p.y - 3.0F) < 1.0F;
    });
  };
  while (pulled.simulation().stepNumber() < 50) pulled.advance(1, 1.0, {impulse});
  advanceTo(left, 50, 1.0);
  EXPECT_GT(nearby(left), 0);
  // An acceleration of 20 k_B T per mass and length gathers about twice as many within a length of
  // 1; by chance alone their number varies by its square root, 7.
  EXPECT_GT(nearby(pulled), nearby(left) + 20);
}

TEST_P(FluidSessionTest, MeasurementsAndStepsAreToldToTheTelemetry) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  session.measure();
  ASSERT_EQ(session.telemetry().measurements().size(), 1u);
  EXPECT_EQ(session.telemetry().measurements()[0].step, 3);
  // Only the bucket sort, the default of the paper engine, has statistics of its steps.
  const auto& steps = session.telemetry().steps();
  ASSERT_EQ(steps.size(), GetParam() == texel::Engine::Paper ? 3U : 0U);
  if (!steps.empty()) {
    EXPECT_EQ(steps.back().step, 3);
  }
  session.start(session.scenario());
  EXPECT_TRUE(session.telemetry().measurements().empty());
  EXPECT_TRUE(session.telemetry().steps().empty());
}

}  // namespace
}  // namespace gpubuck::demo
