// The texts above the fluid.
#include "demo/ui/panels/heading.h"

#include "base/error.h"
#include "demo/undo_test.h"

namespace gpubuck::demo {
namespace {

TEST(HeadingTest, SlowSteps_AreShownAsTimePerStep) {
  EXPECT_EQ(stepRateText(0.0), "- steps/s");
  EXPECT_EQ(stepRateText(250.4), "250 steps/s");
  EXPECT_EQ(stepRateText(2.5), "2.5 steps/s");
  EXPECT_EQ(stepRateText(0.2), "5.0 s per step");
  EXPECT_EQ(stepRateText(0.008), "125 s per step");
}

TEST(HeadingTest, SlowFluid_HasAHint) {
  EXPECT_EQ(slowFluidHint(1.0 / 30.0), "");
  EXPECT_TRUE(slowFluidHint(1.0 / 29.0).starts_with("29 steps/s; a smaller box"));
}

TEST_F(UndoTest, Heading_NamesTheStepOfTheFailure) {
  EXPECT_EQ(headingOf(state_).size(), 3U);
  EXPECT_EQ(shortHeadingOf(state_), titleOf(session_));
  state_.playback.playing = false;
  EXPECT_EQ(headingOf(state_).size(), 3U) << "pausing moves nothing";
  EXPECT_EQ(shortHeadingOf(state_), titleOf(session_) + "   " + headingOf(state_).back())
      << "a scenario that opens while the window is paused does not seem to hang";
  edit([](auto& changed) { changed.fluid.gravity = {0.0, 0.0, -1e6}; });
  look();
  EXPECT_THROW(play(200), RunError);
  const std::int64_t step = session_.failedStep();
  EXPECT_TRUE(session_.failure().starts_with(fmt::format("step {}: ", step)));
  EXPECT_EQ(headingOf(state_).back(), fmt::format("failed at step {}", step));
  EXPECT_EQ(shortHeadingOf(state_), titleOf(session_)) << "the message box says more";
}

}  // namespace
}  // namespace gpubuck::demo
