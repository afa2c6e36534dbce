// The times at which the window measures its fluid.
#include "demo/session/fluid_session.h"

#include "demo/demo_test.h"

namespace gpubuck::demo {
namespace {

class MeasurerTest : public DemoTest {
 protected:
  MeasurerTest() : DemoTest("[box]\nsize = [3, 3, 3]\n") {
    state_.playback.measureEvery = 4;
    clock_.passAtEachReading(0.001);
  }

  void advance(std::int64_t steps) {
    while (steps > 0) steps -= session_.advance(steps, 10.0, {});
  }
  bool isDue() { return measurer_.isDue(session_, state_.playback.measureEvery); }
  void measure() {
    while (!measurer_.goOn(session_, state_.playback.measureEvery, 10.0)) continue;
  }
  std::vector<std::int64_t> measuredSteps() const {
    std::vector<std::int64_t> steps;
    for (const dpd::Observables& each : session_.telemetry().measurements()) {
      steps.push_back(each.step);
    }
    return steps;
  }

  Measurer measurer_;
};

TEST_F(MeasurerTest, IsDueAtFirstAndAfterTheInterval) {
  EXPECT_TRUE(isDue());
  measure();
  EXPECT_EQ(measuredSteps(), (std::vector<std::int64_t>{0}));
  clock_.passAtEachReading(0.0);
  advance(3);
  EXPECT_FALSE(isDue());
  measure();
  EXPECT_EQ(measuredSteps(), (std::vector<std::int64_t>{0}));
  advance(1);
  EXPECT_FALSE(isDue()) << "the last one took more than its share of the time";
  clock_.pass(1.0);
  EXPECT_TRUE(isDue());
  measure();
  EXPECT_EQ(measuredSteps(), (std::vector<std::int64_t>{0, 4}));
  EXPECT_FALSE(isDue());
  state_.playback.measureEvery = 0;
  advance(8);
  EXPECT_FALSE(isDue()) << "an interval of 0 means never";
}

TEST_F(MeasurerTest, ExpectedTime_IsThatOfTheLastPerParticle) {
  const std::int64_t particles = session_.simulation().count();
  EXPECT_EQ(session_.measuring().expected(particles), 0.0) << "before the first";
  measure();
  const double expected = session_.measuring().expected(particles);
  EXPECT_GT(expected, 0.0);
  EXPECT_DOUBLE_EQ(session_.measuring().expected(3 * particles), 3.0 * expected);
}

TEST_F(MeasurerTest, Cancelled_WaitsForOneInterval) {
  measurer_.skip(session_);
  measure();
  EXPECT_TRUE(measuredSteps().empty());
  advance(3);
  EXPECT_FALSE(isDue());
  advance(1);
  EXPECT_TRUE(isDue());
}

}  // namespace
}  // namespace gpubuck::demo
