#include "demo/telemetry.h"

#include <gtest/gtest.h>

namespace gpubuck::demo {
namespace {

dpd::Observables at(std::int64_t step) {
  dpd::Observables observables;
  observables.step = step;
  return observables;
}

TEST(TelemetryTest, MeasurementsAreThinnedAndStayInOrder) {
  Telemetry telemetry;
  const auto most = static_cast<std::int64_t>(Telemetry::kMaxMeasurements);
  for (std::int64_t step = 0; step < 3 * most; ++step) telemetry.addMeasurement(at(step));
  const auto& all = telemetry.measurements();
  ASSERT_LE(all.size(), Telemetry::kMaxMeasurements);
  ASSERT_GE(all.size(), Telemetry::kMaxMeasurements / 2);
  EXPECT_EQ(all.front().step, 0);
  EXPECT_EQ(all.back().step, 3 * most - 1);
  for (std::size_t k = 1; k < all.size(); ++k) EXPECT_LT(all[k - 1].step, all[k].step);
}

TEST(TelemetryTest, TheLastStepsAreKept) {
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

// 3 steps and 2 pictures after times of 30 and 10 ms: 6 ms of the force, 12 ms of pictures, and 6
// ms of a pass that is new.
TEST(TelemetryTest, PassesAreGivenForAStepOrForAPicture) {
  const std::vector<texel::PassTime> before{{"dpd/force_move", 7, 30.0},
                                            {"render/particles", 4, 10.0}};
  const std::vector<texel::PassTime> now{
      {"dpd/force_move", 10, 36.0}, {"render/particles", 6, 22.0}, {"sort/unlink", 3, 6.0}};
  const std::vector<PassShare> shares = passShares(before, now, 3, 2);
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(shares[0].name, "render/particles");
  EXPECT_TRUE(shares[0].drawing);
  EXPECT_DOUBLE_EQ(shares[0].milliseconds, 6.0);
  EXPECT_DOUBLE_EQ(shares[0].share, 0.5);
  EXPECT_EQ(shares[1].name, "dpd/force_move");
  EXPECT_FALSE(shares[1].drawing);
  EXPECT_DOUBLE_EQ(shares[1].milliseconds, 2.0);
  EXPECT_DOUBLE_EQ(shares[1].share, 0.25);
  EXPECT_EQ(shares[2].name, "sort/unlink");
  EXPECT_DOUBLE_EQ(shares[2].milliseconds, 2.0);
}

TEST(TelemetryTest, WithoutPicturesTheirPassesTakeNoTime) {
  const std::vector<PassShare> shares =
      passShares({}, {{"dpd/force_move", 4, 8.0}, {"render/resolve", 0, 0.0}}, 4, 0);
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_DOUBLE_EQ(shares[0].milliseconds, 2.0);
  EXPECT_DOUBLE_EQ(shares[1].milliseconds, 0.0);
  EXPECT_TRUE(passShares({}, {{"dpd/force_move", 4, 0.0}}, 4, 0).empty());
}

}  // namespace
}  // namespace gpubuck::demo
