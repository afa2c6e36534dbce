#include "demo/session/telemetry.h"

#include <gtest/gtest.h>

#include <chrono>

#include "demo/test_clock.h"
#include "support/gpu_test.h"

namespace gpubuck::demo {
namespace {

dpd::Observables at(std::int64_t step) {
  dpd::Observables observables;
  observables.step = step;
  return observables;
}

TEST(TelemetryTest, Measurements_AreThinnedInOrder) {
  Telemetry telemetry;
  const auto most = static_cast<std::int64_t>(Telemetry::kMaxMeasurements);
  for (std::int64_t step = 0; step <= most; ++step) telemetry.addMeasurement(at(step));
  std::int64_t wanted = 0;
  for (const dpd::Observables& each : telemetry.measurements()) {
    EXPECT_EQ(each.step, wanted);
    wanted += 2;
  }
  EXPECT_EQ(wanted, most + 2) << "every other one, and the last";
  telemetry.restart();
  for (std::int64_t step = 0; step < 3 * most; ++step) telemetry.addMeasurement(at(step));
  const auto& all = telemetry.measurements();
  ASSERT_LE(all.size(), Telemetry::kMaxMeasurements);
  ASSERT_GE(all.size(), Telemetry::kMaxMeasurements / 2);
  EXPECT_EQ(all.front().step, 0);
  EXPECT_EQ(all.back().step, 3 * most - 1);
  for (std::size_t k = 1; k < all.size(); ++k) EXPECT_LT(all[k - 1].step, all[k].step);
}

TEST(TelemetryTest, LastSteps_AreKept) {
  Telemetry telemetry;
  sort::Statistics statistics;
  const auto count = static_cast<std::int64_t>(Telemetry::kMaxSteps) + 5;
  for (std::int64_t step = 1; step <= count; ++step) {
    statistics.moved = 10 * step;
    statistics.rounds = {{{0, step}}};
    telemetry.addStep(step, &statistics);
  }
  ASSERT_EQ(telemetry.steps().size(), Telemetry::kMaxSteps);
  EXPECT_EQ(telemetry.steps().front().step, 6);
  EXPECT_EQ(telemetry.steps().back().sort.moved, 10 * count);
  EXPECT_EQ(telemetry.steps().back().sort.rounds, statistics.rounds);
  telemetry.restart();
  EXPECT_TRUE(telemetry.steps().empty());
}

TEST(TelemetryTest, Rates_AreUnknownForTheFirstSecond) {
  const TestClock clock;
  Telemetry telemetry;
  texel::Profiler profiler;
  const Clock::time_point begun = Clock::now();
  telemetry.addStep(1, nullptr);
  telemetry.update(profiler, 1000, begun + std::chrono::milliseconds(900));
  EXPECT_FALSE(telemetry.rates().has_value());
  telemetry.update(profiler, 1000, begun + std::chrono::seconds(2));
  ASSERT_TRUE(telemetry.rates().has_value());
  EXPECT_NEAR(telemetry.rates()->particleSteps, 500.0, 5.0);
}

TEST(TelemetryTest, SlowSteps_AreTimedOverSeveralIntervals) {
  const TestClock clock;
  Telemetry telemetry;
  texel::Profiler profiler;
  Clock::time_point now = Clock::now();
  const auto rateAfter = [&](int seconds, bool isStepDone) {
    if (isStepDone) telemetry.addStep(1, nullptr);
    now += std::chrono::seconds(seconds);
    telemetry.update(profiler, 1000, now);
    return telemetry.rates()->steps;
  };
  EXPECT_EQ(rateAfter(2, false), 0.0) << "no step is complete yet";
  EXPECT_NEAR(rateAfter(3, true), 0.2, 0.01);
  EXPECT_NEAR(rateAfter(2, false), 0.2, 0.01);
  EXPECT_NEAR(rateAfter(3, true), 0.2, 0.01);
  EXPECT_NEAR(rateAfter(10, false), 0.1, 0.01) << "at most";
  telemetry.restartRates();
  EXPECT_FALSE(telemetry.rates().has_value());
}

// In the 3 steps and 2 pictures between `before` and `now`, the force takes 6 ms, the pictures take
// 12 ms, and a new pass takes 6 ms.
TEST(TelemetryTest, Stages_ArePerStepOrPerFrame) {
  const std::vector<texel::PassTime> before{{"dpd/force_move", 7, 30.0},
                                            {"render/particles", 4, 10.0}};
  const std::vector<texel::PassTime> now{
      {"dpd/force_move", 10, 36.0}, {"render/particles", 6, 22.0}, {"sort/unlink", 3, 6.0}};
  const std::vector<StageCost> stages = stageCosts(before, now,
                                                   {.seconds = 0.1,
                                                    .steps = 3,
                                                    .pictures = 2,
                                                    .interfaceSeconds = 0.02,
                                                    .presentSeconds = 0.04});
  const auto expect = [&](Stage stage, double milliseconds, double share, std::size_t passes) {
    const StageCost& cost = stages.at(static_cast<std::size_t>(stage));
    EXPECT_EQ(cost.stage, stage);
    EXPECT_DOUBLE_EQ(cost.milliseconds, milliseconds);
    EXPECT_DOUBLE_EQ(cost.share, share);
    EXPECT_EQ(cost.passes.size(), passes);
  };
  expect(Stage::Sort, 2.0, 0.06, 1);
  expect(Stage::Forces, 2.0, 0.06, 1);
  expect(Stage::Measurements, 0.0, 0.0, 0);
  expect(Stage::Particles, 6.0, 0.12, 1);
  expect(Stage::Interface, 10.0, 0.2, 0);
  expect(Stage::Presenting, 20.0, 0.4, 0);
}

TEST(TelemetryTest, EachPassOfAForce_BelongsToForces) {
  for (const char* pass : {"dpd/force_move", "dpd/verlet_force_move", "dpd/molecule_forces",
                           "dpd/density", "dpd/apply_effect"}) {
    const StepCost cost = stepCost(stageCosts({}, {{pass, 1, 3.0}}, {.seconds = 1.0, .steps = 1}));
    EXPECT_DOUBLE_EQ(cost.forces, 3.0) << pass;
    EXPECT_DOUBLE_EQ(cost.sort, 0.0) << pass;
    EXPECT_DOUBLE_EQ(cost.all, 3.0) << pass;
  }
}

TEST(TelemetryTest, Rows_AreTheSameForAnyPasses) {
  const auto rows = [](const std::vector<StageCost>& stages) {
    std::vector<Stage> all;
    for (const StageCost& cost : stages) all.push_back(cost.stage);
    return all;
  };
  const auto none = rows(stageCosts({}, {}, {}));
  EXPECT_EQ(none.size(), 6u);
  EXPECT_EQ(rows(stageCosts({}, {{"dpd/force_move", 4, 0.0}}, {.seconds = 1.0, .steps = 4})), none);
  EXPECT_EQ(rows(stageCosts({}, {{"render/points", 4, 9.0}, {"sort/put_back", 1, 50.0}},
                            {.seconds = 1.0, .steps = 4, .pictures = 1})),
            none);
}

TEST(TelemetryTest, Rewinding_DropsLaterMeasurements) {
  Telemetry telemetry;
  const sort::Statistics statistics;
  for (std::int64_t step = 1; step <= 9; ++step) {
    telemetry.addMeasurement(at(step));
    telemetry.addStep(step, &statistics);
  }
  telemetry.goBackTo(4);
  EXPECT_EQ(telemetry.measurements().back().step, 4);
  EXPECT_EQ(telemetry.steps().back().step, 4);
}

class TelemetryTimesTest : public test::GpuTest {
 protected:
  /// Adds a force pass that takes `time`.
  static void addPass(texel::Profiler& profiler, std::chrono::milliseconds time) {
    profiler.setClock(
        [now = texel::Profiler::Clock::time_point(), time]() mutable { return now += time; });
    profiler.enable(true);
    profiler.waitForPasses(true);
    const texel::Profiler::Scope scope(profiler, "dpd/force_move");
  }
};

// The passes of the earlier device have taken longer than the passes of the new device so far.
TEST_F(TelemetryTimesTest, NewDevice_StartsWithoutTimes) {
  const TestClock clock;
  Telemetry telemetry;
  const auto forcesOf = [&](texel::Profiler& profiler) {
    telemetry.addStep(1, nullptr);
    telemetry.update(profiler, 1000, Clock::now() + std::chrono::seconds(2));
    return telemetry.stages().at(static_cast<std::size_t>(Stage::Forces)).milliseconds;
  };
  texel::Profiler before;
  addPass(before, std::chrono::milliseconds(50));
  EXPECT_EQ(forcesOf(before), 50.0);
  telemetry.restartTimes();
  EXPECT_EQ(telemetry.stages().at(static_cast<std::size_t>(Stage::Forces)).milliseconds, 0.0);
  texel::Profiler after;
  addPass(after, std::chrono::milliseconds(20));
  EXPECT_EQ(forcesOf(after), 20.0);
}

}  // namespace
}  // namespace gpubuck::demo
