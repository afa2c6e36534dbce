// The running fluid under changes: data that is kept, data that starts again, and the state after a
// failed change.
#include <gtest/gtest.h>

#include <chrono>
#include <regex>

#include "base/error.h"
#include "demo/fluid_session_rig.h"
#include "gl/context.h"
#include "run/live_fluid.h"
#include "scenario/initial/initial_state.h"
#include "support/ballast.h"
#include "support/errors.h"

namespace gpubuck::demo {
namespace {

class RunningFluid : public FluidSessionTest {};
class FastRunningFluid : public test::GpuTest {};
INSTANTIATE_TEST_SUITE_P(Engines, RunningFluid, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(RunningFluid, Engine_IsAutomaticUntilChosen) {
  const scenario::Scenario fluid = smallFluid();
  const run::EngineChoice rule = run::chooseEngine(run::beginRun(fluid));
  FluidSession open(gl::ShaderLibrary(), std::nullopt, fluid);
  EXPECT_EQ(open.engine(), rule.engine);
  EXPECT_EQ(open.whyEngine(), rule.why);
  open.start(smallFluid("[noise]\nseed = 2\n"));
  EXPECT_EQ(open.engine(), rule.engine);
  EXPECT_EQ(open.whyEngine(), rule.why);
  open.setEngine(GetParam());
  open.start(fluid);
  EXPECT_EQ(open.engine(), GetParam());
  EXPECT_EQ(open.whyEngine(), "");
  EXPECT_EQ(make().whyEngine(), "");
}

// Each of 59,000 particles has 2,650 particles in the cells around it, so that a step takes long.
// Sorting and listing the particles are divided into parts as the forces are. With fewer particles,
// a step would take as long only if each particle had more neighbours than the loops of a software
// renderer can visit (shaders/texel/loops_ended.glsl).
TEST_P(RunningFluid, LongStep_CanBeCancelled) {
  struct Ended {};
  const char* const density = gl::isSoftware() ? "98" : "1200";
  const scenario::Scenario crowded = scenario::parseScenario(
      std::string("[box]\nsize = [24, 5, 5]\n[integrator]\ndt = 0.001\n[fluid]\ndensity = ") +
          density,
      "crowded.toml", {});
  FluidSession session = make(crowded);
  int calls = 0;
  session.whileComputing([&] {
    if (++calls == 1) throw Ended();
  });
  EXPECT_THROW(session.advance(1, 1e3, {}), Ended);
  session.start(crowded);
  EXPECT_EQ(session.advance(1, 1e3, {}), 1);
  const auto slice = dpd::particlesPerSlice(session.pairCost(), session.simulation().count());
  ASSERT_TRUE(slice);
  if (gl::isSoftware()) {
    EXPECT_GT(calls, session.simulation().count() / *slice + 1);
  }
  session.start(smallFluid());
  calls = 0;
  EXPECT_EQ(session.advance(3, 1e3, {}), 3);
  EXPECT_EQ(calls, 0) << "short steps are not held up";
}

// The rule that determines the engine does not depend on the memory that is free at the moment.
TEST_F(FastRunningFluid, OutOfMemory_SuggestsPaperIfItFits) {
  // A Ballast works only on a software renderer, where bytes count as taken once they are
  // requested.
  if (!gl::isSoftware()) return;
  scenario::Scenario fluid = smallFluid();
  fluid.fluid.box.size = glm::dvec3(32.0);
  const auto bytesOn = [&](texel::Engine engine) {
    const std::int64_t before = gl::allocatedBytes();
    const FluidSession session(gl::ShaderLibrary(), engine, fluid);
    return gl::allocatedBytes() - before;
  };
  const auto messageWith = [&](std::int64_t free) {
    const test::Ballast ballast(free);
    return test::messageOf<RunError>(
        [&] { const FluidSession session(gl::ShaderLibrary(), std::nullopt, fluid); });
  };
  const std::int64_t fast = bytesOn(texel::Engine::Fast), paper = bytesOn(texel::Engine::Paper);
  ASSERT_GT(fast, paper);
  EXPECT_TRUE(messageWith((fast + paper) / 2).ends_with("--engine paper"));
  const std::string neither = messageWith(paper / 2);
  EXPECT_TRUE(neither.ends_with("fewer particles need less")) << neither;
}

// The bucket sort makes the same lists every time, so the fluids are equal to the last bit.
TEST_P(RunningFluid, NoTime_StepsInPartsToTheSameFluid) {
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

TEST_P(RunningFluid, Interrupted_EndsEarly) {
  FluidSession session = make();
  int asked = 0;
  session.endEarlyWhen([&] { return ++asked == 3; });
  const std::int64_t made = session.advance(1'000'000, 1e9, {});
  EXPECT_EQ(asked, 3);
  EXPECT_GE(made, 3) << "a portion is a step at least";
  EXPECT_LE(made, 1 + 2 + 4) << "and at most twice the one before";
  session.endEarlyWhen([] { return true; });
  EXPECT_GT(session.advance(1'000'000, 1e9, {}), 0) << "held keys do not stop the fluid";
}

TEST_P(RunningFluid, EngineNoiseSearchAndSort_KeepTheParticles) {
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
  change(session, [](auto& scenario) { scenario.search = *cells::parseMethod("octant=2"); });
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
  EXPECT_EQ(cells::methodWord(session.scenario().search), "octant=2");
  advanceTo(session, 6, 1.0);
}

TEST_P(RunningFluid, Changes_KeepTheElapsedTime) {
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
  change(session, [](auto& scenario) { scenario.search = *cells::parseMethod("octant=2"); });
  expectElapsed("search");
  session.setEngine(GetParam());
  expectElapsed("engine");

  // A change of the engine in the middle of a step drops the rest of the step. The time then grows
  // by the new time step.
  ASSERT_FALSE(session.simulation().advance(100));
  change(session, [](auto& scenario) { scenario.fluid.dt = 0.05; });
  session.setEngine(GetParam());
  expectElapsed("engine in the middle of a step");
  advanceTo(session, 7, 1.0);
  EXPECT_DOUBLE_EQ(session.simulation().time(), kElapsed + 0.05);
  session.start(smallFluid());
  EXPECT_EQ(session.simulation().time(), 0.0);
}

TEST_P(RunningFluid, ChangedFluid_IsInTheSavedScenario) {
  FluidSession session = make();
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -0.5}; });
  advanceTo(session, 4, 1.0);
  const scenario::Scenario saved =
      scenario::parseScenario(scenario::toToml(session.scenario()), "saved.toml", {});
  EXPECT_EQ(saved.fluid.gravity.z, -0.5);

  EXPECT_THROW(change(session, [](auto& scenario) { scenario.fluid.density = 4.0; }), InputError);
  EXPECT_EQ(session.scenario().fluid.density, 3.0);
}

TEST_P(RunningFluid, InvalidScenario_KeepsTheOldOne) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  scenario::Scenario tooSmall = session.scenario();
  tooSmall.fluid.box.size = {2.0, 6.0, 6.0};  // the side has two cells, too few for a periodic side
  EXPECT_THROW(session.start(tooSmall), InputError);
  EXPECT_EQ(session.scenario().fluid.box.size.x, 6.0);
  EXPECT_EQ(session.simulation().stepNumber(), 3);
  advanceTo(session, 4, 1.0);
}

TEST_P(RunningFluid, UnsuitableSearch_KeepsTheOldOne) {
  FluidSession session = make();
  advanceTo(session, 3, 1.0);
  EXPECT_THROW(
      change(session, [](auto& scenario) { scenario.search = *cells::parseMethod("octant=7"); }),
      InputError);
  EXPECT_EQ(session.scenario().search, cells::Method{});
  EXPECT_EQ(session.simulation().grid().count(), 216);
  advanceTo(session, 4, 1.0);
}

TEST_P(RunningFluid, BlowUp_StopsUntilRestart) {
  FluidSession session = make();
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -1e6}; });
  EXPECT_THROW(advanceTo(session, 200, 1.0), RunError);
  EXPECT_FALSE(session.failure().empty());
  const std::int64_t step = session.simulation().stepNumber();
  EXPECT_EQ(session.advance(3, 1.0, {}), 0);
  EXPECT_EQ(session.simulation().stepNumber(), step);
  // The message has numbers, as in "particle 7 with velocity (-0.123, 4.56, -1e+04) at (0.00789, 1,
  // 2.3) would".
  const std::string text = session.failure();
  const std::size_t begin = text.find('('), end = text.rfind(')');
  ASSERT_LT(begin, end) << text;
  const std::regex significant("[1-9][0-9.]*");
  const std::string numbers = text.substr(begin, end - begin);
  for (std::sregex_iterator at(numbers.begin(), numbers.end(), significant), last; at != last;
       ++at) {
    EXPECT_LE(at->str().size(), 4U) << "three digits and a point: " << text;
  }

  session.start(smallFluid());
  EXPECT_TRUE(session.failure().empty());
  EXPECT_EQ(session.advance(1, 1.0, {}), 1);
}

// Steps look for failed particles only now and then, so that a measurement may find them first.
TEST_P(RunningFluid, BlowUpFoundByAMeasurement_StopsUntilRestart) {
  FluidSession session = make();
  change(session, [](auto& scenario) { scenario.fluid.gravity = {0.0, 0.0, -1e6}; });
  EXPECT_EQ(session.advance(1, 1.0, {}), 1);
  EXPECT_TRUE(session.failure().empty());
  EXPECT_THROW(session.measure(), RunError);
  EXPECT_FALSE(session.failure().empty());
  EXPECT_EQ(session.advance(1, 1.0, {}), 0);
}

TEST_P(RunningFluid, MeasurementInParts_GivesTheSame) {
  FluidSession whole = make();
  FluidSession parts = make(scenario::parseScenario(
      "[box]\nsize = [24, 24, 24]\n[fluid]\ndensity = 3.0\n", "more.toml", {}));
  whole.start(parts.scenario());
  EXPECT_TRUE(whole.measure());
  int calls = 1;
  double share = 0.0;
  for (; !parts.measure(0.0); ++calls) {
    EXPECT_GT(parts.measuring().share(), share);
    EXPECT_LT(share = parts.measuring().share(), 1.0);
  }
  EXPECT_GT(calls, 2) << "41,472 particles, of which the first part has 16,384";
  EXPECT_EQ(parts.measuring().share(), 0.0);
  const dpd::Observables& one = whole.telemetry().measurements().back();
  const dpd::Observables& other = parts.telemetry().measurements().back();
  EXPECT_EQ(one.potentialEnergy, other.potentialEnergy);
  EXPECT_EQ(one.kineticEnergy, other.kineticEnergy);
  EXPECT_EQ(one.pressureTotal, other.pressureTotal);

  // A step between the parts restarts the measurement.
  EXPECT_FALSE(parts.measure(0.0));
  EXPECT_LT(parts.measuring().share(), 1.0) << "without what was measured before";
  advanceTo(parts, 1, 1.0);
  EXPECT_EQ(parts.measuring().share(), 0.0);
  EXPECT_TRUE(parts.measure());
  EXPECT_EQ(parts.telemetry().measurements().back().step, 1);
}

// On a software renderer, timers do not measure compute shaders, so the session waits for each
// pass. By the clock of this test, each run of a pass takes a millisecond.
TEST_P(RunningFluid, StageTimes_AddUpToThoseOfThePasses) {
  FluidSession session = make();
  texel::Profiler& profiler = session.device().profiler();
  EXPECT_EQ(profiler.waitsForPasses(), session.device().isSoftware());
  profiler.waitForPasses(true);
  profiler.setClock([now = texel::Profiler::Clock::time_point()]() mutable {
    return now += std::chrono::milliseconds(1);
  });
  const auto runs = [&] {
    std::int64_t sum = 0;
    for (const texel::PassTime& pass : profiler.times()) sum += pass.runs;
    return static_cast<double>(sum);
  };
  const auto update = [&] {
    clock_.pass(2.0);
    session.telemetry().update(profiler, 648, Clock::now());
  };
  advanceTo(session, 2, 1.0);
  update();
  const double before = runs();
  advanceTo(session, 22, 1.0);
  update();
  EXPECT_GE(runs(), before + 20.0);
  double told = 0.0;
  for (const StageCost& cost : session.telemetry().stages()) told += 20.0 * cost.milliseconds;
  EXPECT_NEAR(told, runs() - before, 1e-9 * told);
}

// A removal of particles starts a new numbering of the others. An id of any numbering leads to the
// particle's present id, also after a return to the state before the removal.
TEST_P(RunningFluid, RemovedParticles_GiveTheOthersIdsThatLeadBack) {
  FluidSession session = make();
  const auto placesById = [&] { return positionsById(session.simulation().downloadState()); };
  const std::vector<glm::vec4> before = placesById();
  const auto kept = session.keep();
  ASSERT_LT(session.empty({{1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, 1.0}), -10);
  const std::vector<glm::vec4> after = placesById();
  const std::int64_t numbering = session.numbering().present();
  std::size_t found = 0;
  for (std::uint32_t id = 0; id < before.size(); ++id) {
    const auto now = session.numbering().idNow(0, id);
    if (!now) continue;
    EXPECT_EQ(after.at(*now), before[id]) << id;
    ++found;
  }
  EXPECT_EQ(found, after.size());
  session.goTo(*kept);
  for (std::uint32_t id = 0; id < after.size(); ++id) {
    const auto now = session.numbering().idNow(numbering, id);
    ASSERT_TRUE(now) << id;
    EXPECT_EQ(before.at(*now), after[id]) << id;
  }
}

// From a kept state, a fluid can go on into several futures. Each future has its own measurements.
TEST_P(RunningFluid, OtherFuture_HasItsOwnMeasurements) {
  FluidSession session = make();
  const auto goOnTo = [&](std::int64_t step) {
    advanceTo(session, step, 1.0);
    session.measure();
    return *session.keep();
  };
  const auto steps = [&] {
    std::vector<std::int64_t> all;
    for (const dpd::Observables& each : session.telemetry().measurements()) {
      all.push_back(each.step);
    }
    return all;
  };
  using Steps = std::vector<std::int64_t>;
  const std::int64_t two = goOnTo(2);
  goOnTo(4);
  session.goTo(two);
  EXPECT_EQ(steps(), (Steps{2}));
  const std::int64_t three = goOnTo(3);
  goOnTo(5);
  session.goTo(two);
  session.goTo(three);
  EXPECT_EQ(steps(), (Steps{2, 3}));
}

TEST_P(RunningFluid, Telemetry_ReceivesMeasurementsAndSteps) {
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
