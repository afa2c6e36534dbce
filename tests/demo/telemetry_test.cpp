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
  EXPECT_EQ(telemetry.steps().back().moved, 10 * count);
  ASSERT_EQ(telemetry.rounds().size(), 1u);
  EXPECT_EQ(telemetry.rounds()[0][0].points, count);
  telemetry.restart();
  EXPECT_TRUE(telemetry.steps().empty());
  EXPECT_TRUE(telemetry.rounds().empty());
}

}  // namespace
}  // namespace gpubuck::demo
